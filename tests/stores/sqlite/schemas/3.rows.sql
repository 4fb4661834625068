INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (1, 'default', 'user:lin', 3, 0);
INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (2, 'default', 'user:mo', 1, 0);
INSERT INTO job (jid, sid, namespace, kind, payload, due, attempts, failed)
    VALUES (1, 1, '{"tenant":"default","scope":"user:lin","reads":[],"project":null}', 'extract', '{"kind":"extract","payload":{"observations":["o-1"],"only":"fact"}}', 1777626060.0, 1, 'ModelTimeoutError');
INSERT INTO job (jid, sid, namespace, kind, payload, due, attempts, failed)
    VALUES (2, 1, '{"tenant":"default","scope":"user:lin","reads":[],"project":null}', 'extract', '{"kind":"extract","payload":{"observations":["o-2","o-3"]}}', 1777626000.0, 0, NULL);
INSERT INTO job (jid, sid, namespace, kind, payload, due, attempts, failed)
    VALUES (3, 2, '{"tenant":"default","scope":"user:mo","reads":[],"project":"北斗"}', 'embed', '{"kind":"embed","payload":{}}', 1777626060.0, 1, NULL);
INSERT INTO job (jid, sid, namespace, kind, payload, due, attempts, failed)
    VALUES (4, 1, '{"tenant":"default","scope":"user:lin","reads":[],"project":null}', 'purge', '{"kind":"purge","payload":{"receipt":"r-1"}}', 1777626000.0, 0, NULL);
