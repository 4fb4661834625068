INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (1, 'default', 'user:lin', 6, 0);
INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (2, 'default', 'user:mo', 1, 0);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (1, 1, 1, 0, 1, 2, 0, 1, 's1', 'lin', 0, NULL, NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 0);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (2, 1, 2, 0, 0, 2, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 0, 1777626000.0, 1777626000.0, 1778490000.0, 1777626000.0, NULL, NULL, NULL, 0, 0, 2);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (3, 1, 6, 0, 0, 2, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1778490000.0, NULL, 1778490000.0, NULL, NULL, 1778490000.0, 3, 0, 2);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (4, 1, 4, 1, 0, 2, 0, 0, NULL, NULL, 0, NULL, NULL, 4, 0, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, -1);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (5, 1, 4, 0, 0, 2, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 0);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors)
    VALUES (6, 2, 1, 0, 0, 2, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 2);
INSERT INTO keyword (rid, tokens)
    VALUES (1, '1_搬到 1_杭州');
INSERT INTO keyword (rid, tokens)
    VALUES (2, '1_住在 1_上海');
INSERT INTO keyword (rid, tokens)
    VALUES (3, '1_住在 1_杭州');
INSERT INTO keyword (rid, tokens)
    VALUES (5, '1_car 1_a1');
INSERT INTO keyword (rid, tokens)
    VALUES (6, '2_car 2_b2');
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version)
    VALUES (1, 'm-1', 2, 1, 'fact/home', NULL, 'fact', 'superseded', 2);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version)
    VALUES (2, 'm-2', 3, 1, 'fact/home', NULL, 'fact', 'active', 1);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version)
    VALUES (3, 'm-3', 5, 1, 'fact/car', NULL, 'fact', 'active', 2);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version)
    VALUES (4, 'm-4', 6, 2, 'fact/car', NULL, 'fact', 'active', 1);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (1, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'0CE4711849A3A2D0DDABEC56D8311FF9', '{"id":"m-1","version":1,"category":"fact","kind":"semantic","key":"fact/home","text":"住在上海","attributes":{},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":true,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (1, 2, 'merge', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'56ADA0DAD22457F0FE97689B64E41634', '{"id":"m-1","version":2,"category":"fact","kind":"semantic","key":"fact/home","text":"住在上海","attributes":{},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"superseded","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":"2026-05-11T09:00:00Z","recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":"m-2","access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (2, 1, 'add', 'user', 'accepted', '2026-05-11T09:00:00+00:00', X'A2158EFF743DDABCCE8C0B03D9E31981', '{"id":"m-2","version":1,"category":"fact","kind":"semantic","key":"fact/home","text":"住在杭州","attributes":{},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[{"observation_id":"o-1","external_id":null,"quote":"我搬到杭州了","start":0,"end":6}],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-11T09:00:00Z","valid_to":null,"recorded_at":"2026-05-11T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":"m-1","superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (3, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'B103A54ABC98EFF333ECB06C7B2A3726', '{"id":"m-3","version":1,"category":"fact","kind":"semantic","key":"fact/car","text":"The car is in B2","attributes":{"place":"B2"},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (3, 2, 'merge', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'2D7A435444D5AECE208DC42FBAF10E93', '{"id":"m-3","version":2,"category":"fact","kind":"semantic","key":"fact/car","text":"The car is in A1","attributes":{"place":"A1"},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body)
    VALUES (4, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'81A2B4698DE172931423456A69DC3393', '{"id":"m-4","version":1,"category":"fact","kind":"semantic","key":"fact/car","text":"The car is in B2","attributes":{},"scope":"user:mo","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}');
INSERT INTO observation (oid, id, rid, sid, external_id, content_hash, session, project, body)
    VALUES (1, 'o-1', 1, 1, 'm1', 'f9b52e877a2c7cf1aaba878aabaaa68c18c4a7ee9e1382c53bb5acf69b549b95', 's1', NULL, '{"id":"o-1","external_id":"m1","content_hash":"f9b52e877a2c7cf1aaba878aabaaa68c18c4a7ee9e1382c53bb5acf69b549b95","role":"user","authority":"user","speaker":"lin","session":"s1","project":null,"text":"我搬到杭州了","language":"zh","time":"2026-05-01T09:00:00Z","time_given":true,"zone":"UTC","recorded_at":"2026-05-01T09:00:00Z","flags":[],"tool_calls":[],"metadata":{}}');
INSERT INTO evidence (mid, observation)
    VALUES (2, 'o-1');
INSERT INTO pending (pid, id, sid, project, mark, expires_at, body)
    VALUES (1, 'p-1', 1, NULL, X'15266D156A444360373DF25F58D5A40D51356C0E79B3835E777562AC04423E86', 1777712400.0, '{"id":"p-1","key":"fact/maybe","record":{"id":"m-5","version":1,"category":"fact","kind":"semantic","key":"fact/maybe","text":"maybe","attributes":{},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}},"change":"add","target":null,"target_version":null,"before":null,"reason":"needs_confirmation","recorded_at":"2026-05-01T09:00:00Z","expires_at":"2026-05-02T09:00:00Z"}');
INSERT INTO refusal (fid, sid, at, observation, reason, category, rule)
    VALUES (1, 1, '2026-05-01T09:00:00+00:00', 'o-1', 'not_novel', 'fact', 'r');
INSERT INTO job (jid, sid, namespace, kind, payload, due, attempts, failed)
    VALUES (1, 1, '{"tenant":"default","scope":"user:lin","reads":[],"project":null}', 'extract', '{"kind":"extract","payload":{"observations":["o-1"]}}', 1777626000.0, 0, NULL);
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (1, 1, '2026-05-01T09:00:00+00:00', 'add', 'm-1', 'user', 'accepted', '[]', X'970DD1F314F40BB1AF2405C4F432A6AA4B328070A4EF373AFE29DC3957A30281', X'A35DE3F755836F5B9935531B9E969F57B9D3D5B41E969D1715D5602EFFE4A08F');
INSERT INTO trace (tid, id, tenant, scope, project, body)
    VALUES (1, 't-1', 'default', 'user:lin', NULL, '{"id":"t-1","query":"车停哪了","at":"2026-05-01T09:00:00Z","floor":0.5,"best":0.7,"names":[],"hits":[],"took_ms":0.0,"partial":[]}');
INSERT INTO leg (number, name, fingerprint, dim, generation, synced)
    VALUES (1, 'leg', 'leg/2', 2, 1, 0);
INSERT INTO vector (vid, leg, rid, data)
    VALUES (1, 1, 2, X'0000803F00000000');
INSERT INTO vector (vid, leg, rid, data)
    VALUES (2, 1, 3, X'000000000000803F');
INSERT INTO vector (vid, leg, rid, data)
    VALUES (4, 1, 6, X'F304353FF304353F');
INSERT INTO keyword_index (rowid, tokens) SELECT rid, tokens FROM keyword;
UPDATE leg SET synced = 0;
