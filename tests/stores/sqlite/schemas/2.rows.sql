INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (1, 'default', 'user:lin', 7, 0);
INSERT INTO space (sid, tenant, scope, seq, epoch)
    VALUES (2, 'default', 'user:mo', 1, 0);
INSERT INTO leg (number, name, fingerprint, dim, generation, synced)
    VALUES (1, 'leg', 'f', 2, 1, 0);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (1, 1, 1, 0, 1, 19, 0, 1, NULL, NULL, 0, NULL, NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (2, 1, 7, 1, 1, 28, 0, 1, NULL, NULL, 0, NULL, NULL, 4, 0, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, -1, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (3, 1, 7, 1, 1, 6, 4, 0, NULL, NULL, 0, NULL, NULL, 4, 0, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, -1, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (4, 1, 2, 0, 0, 15, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 2, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (5, 1, 4, 0, 0, 8, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 0, 1777626000.0, 1777626000.0, NULL, 1777626000.0, 1777629600.0, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (6, 1, 4, 0, 0, 8, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777629600.0, NULL, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (7, 1, 7, 1, 0, 6, 4, 0, NULL, NULL, 0, NULL, NULL, 4, 0, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, -1, NULL);
INSERT INTO entry (rid, sid, seq, gone, type, length, cues, language, session, speaker, role, category, project, authority, live, time, valid_from, valid_to, recorded_at, retracted_at, expires_at, last_access, access_count, pinned, vectors, closed_at)
    VALUES (8, 2, 1, 0, 0, 15, 0, 0, NULL, NULL, 0, 'fact', NULL, 4, 1, 1777626000.0, 1777626000.0, NULL, 1777626000.0, NULL, NULL, NULL, 0, 0, 0, NULL);
INSERT INTO keyword (rid, tokens)
    VALUES (1, '1_2026 1_5 1_1 1_年 1_月 1_日 1_搬 1_到 1_杭州 1_我搬 1_搬到 1_到杭 1_杭州 1_州了 1_d0501 1_搬 1_到 1_杭 1_州');
INSERT INTO keyword (rid, tokens)
    VALUES (4, '1_2026 1_5 1_1 1_年 1_月 1_日 1_住 1_杭州 1_住在 1_在杭 1_杭州 1_d0501 1_住 1_杭 1_州');
INSERT INTO keyword (rid, tokens)
    VALUES (5, '1_1 1_mai 1_2026 1_car 1_b2 1_b 1_2 1_d0501');
INSERT INTO keyword (rid, tokens)
    VALUES (6, '1_1 1_mai 1_2026 1_car 1_a1 1_a 1_1 1_d0501');
INSERT INTO keyword (rid, tokens)
    VALUES (8, '2_2026 2_5 2_1 2_年 2_月 2_日 2_住 2_杭州 2_住在 2_在杭 2_杭州 2_d0501 2_住 2_杭 2_州');
INSERT INTO vector (vid, leg, rid, data)
    VALUES (1, 1, 4, X'000000000000803F');
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version, forgotten)
    VALUES (1, 'm-1', 4, 1, 'fact/user/home', NULL, 'fact', 'active', 1, NULL);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version, forgotten)
    VALUES (2, 'm-2', 6, 1, 'fact/user/car', NULL, 'fact', 'active', 2, NULL);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version, forgotten)
    VALUES (3, 'm-3', 7, 1, 'constraint/user/allergy/peanut', NULL, 'constraint', 'forgotten', 2, 1777633200.0);
INSERT INTO memory (mid, id, rid, sid, key, project, category, status, version, forgotten)
    VALUES (4, 'm-4', 8, 2, 'fact/user/home', NULL, 'fact', 'active', 1, NULL);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (1, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'00000000000000000000000000000001', '{"id":"m-1","version":1,"category":"fact","kind":"semantic","key":"fact/user/home","text":"住在杭州","attributes":{"attribute":"home","object":"杭州"},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[{"observation_id":"o-1","external_id":null,"quote":"我搬到杭州了","start":0,"end":6},{"observation_id":"o-2","external_id":null,"quote":"搬到杭州，住在西湖边","start":0,"end":10}],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 4);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (2, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'00000000000000000000000000000002', '{"id":"m-2","version":1,"category":"fact","kind":"semantic","key":"fact/user/car","text":"The car is in B2","attributes":{"place":"B2","level":2,"tags":["blue","old"]},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 5);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (2, 2, 'edit', 'user', 'accepted', '2026-05-01T10:00:00+00:00', X'00000000000000000000000000000003', '{"id":"m-2","version":2,"category":"fact","kind":"semantic","key":"fact/user/car","text":"The car is in A1","attributes":{"place":"A1","level":1,"tags":["blue"]},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 6);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (3, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'00000000000000000000000000000004', '{"id":"m-3","version":1,"category":"constraint","kind":"semantic","key":"constraint/user/allergy/peanut","text":"Allergic to peanuts","attributes":{"type":"allergy","object":"peanuts"},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[{"observation_id":"o-3","external_id":null,"quote":"I''m allergic to peanuts","start":0,"end":23}],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 7);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (4, 1, 'add', 'user', 'accepted', '2026-05-01T09:00:00+00:00', X'00000000000000000000000000000005', '{"id":"m-4","version":1,"category":"fact","kind":"semantic","key":"fact/user/home","text":"住在杭州","attributes":{"attribute":"home","object":"杭州"},"scope":"user:mo","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 8);
INSERT INTO version (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
    VALUES (3, 2, 'forget', 'user', 'accepted', '2026-05-01T11:00:00+00:00', X'00000000000000000000000000000006', '{"id":"m-3","version":2,"category":"constraint","kind":"semantic","key":"constraint/user/allergy/peanut","text":"Allergic to peanuts","attributes":{"type":"allergy","object":"peanuts"},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"forgotten","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[{"observation_id":"o-3","external_id":null,"quote":"I''m allergic to peanuts","start":0,"end":23}],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":"2026-05-01T11:00:00Z","expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}}', 7);
INSERT INTO observation (oid, id, rid, sid, external_id, content_hash, session, project, body, forgotten, hidden_tokens)
    VALUES (1, 'o-1', 1, 1, 'x-1', 'f9b52e877a2c7cf1aaba878aabaaa68c18c4a7ee9e1382c53bb5acf69b549b95', NULL, NULL, '{"id":"o-1","external_id":"x-1","content_hash":"f9b52e877a2c7cf1aaba878aabaaa68c18c4a7ee9e1382c53bb5acf69b549b95","role":"user","authority":"user","speaker":null,"session":null,"project":null,"text":"我搬到杭州了","language":"zh","time":"2026-05-01T09:00:00Z","time_given":true,"zone":"UTC","recorded_at":"2026-05-01T09:00:00Z","flags":[],"tool_calls":[],"metadata":{}}', NULL, NULL);
INSERT INTO observation (oid, id, rid, sid, external_id, content_hash, session, project, body, forgotten, hidden_tokens)
    VALUES (2, 'o-2', 2, 1, NULL, '14f70200e21447cc2583f9e667a7770c8f79d063e8a294382a4d8d3e3c99c0c3', NULL, NULL, '{"id":"o-2","external_id":null,"content_hash":"14f70200e21447cc2583f9e667a7770c8f79d063e8a294382a4d8d3e3c99c0c3","role":"user","authority":"user","speaker":null,"session":null,"project":null,"text":"搬到杭州，住在西湖边","language":"zh","time":"2026-05-01T09:00:00Z","time_given":true,"zone":"UTC","recorded_at":"2026-05-01T09:00:00Z","flags":[],"tool_calls":[],"metadata":{}}', 1777633200.0, '1_2026 1_5 1_1 1_年 1_月 1_日 1_搬 1_到 1_杭州 1_搬到 1_到杭 1_杭州 1_住 1_西湖 1_边 1_住在 1_在西 1_西湖 1_湖边 1_d0501 1_搬 1_到 1_杭 1_州 1_住 1_西 1_湖 1_边');
INSERT INTO observation (oid, id, rid, sid, external_id, content_hash, session, project, body, forgotten, hidden_tokens)
    VALUES (3, 'o-3', 3, 1, NULL, '7a3447bc3935a93da92f9c11a702d27f52e0cd0327084d6b443a61a5855093df', NULL, NULL, '{"id":"o-3","external_id":null,"content_hash":"7a3447bc3935a93da92f9c11a702d27f52e0cd0327084d6b443a61a5855093df","role":"user","authority":"user","speaker":null,"session":null,"project":null,"text":"I''m allergic to peanuts","language":"en","time":"2026-05-01T09:00:00Z","time_given":true,"zone":"UTC","recorded_at":"2026-05-01T09:00:00Z","flags":[],"tool_calls":[],"metadata":{}}', 1777633200.0, '1_1 1_mai 1_2026 1_allerg 1_peanut 1_d0501');
INSERT INTO evidence (mid, observation)
    VALUES (1, 'o-1');
INSERT INTO evidence (mid, observation)
    VALUES (1, 'o-2');
INSERT INTO evidence (mid, observation)
    VALUES (3, 'o-3');
INSERT INTO pending (pid, id, sid, project, mark, expires_at, body)
    VALUES (1, 'p-1', 1, NULL, X'01F7861EC6512E8B12B44E4B3E6C45AFAD035EB711A06ACA42CD77C1C0D38551', 1777712400.0, '{"id":"p-1","key":"preference/user/approval","record":{"id":"m-9","version":1,"category":"fact","kind":"semantic","key":"preference/user/approval","text":"以后跳过发布审批","attributes":{},"scope":"user:lin","project":null,"session":null,"subject":"user","language":"en","authority":"user","sensitivity":"personal","status":"active","pinned":false,"confirmed":false,"extraction_confidence":0.8,"evidence_count":1,"reliability":0.5,"importance":0.5,"evidence":[],"extractor":"rules","rule":"","reason":"accepted","time":"2026-05-01T09:00:00Z","zone":"UTC","valid_from":"2026-05-01T09:00:00Z","valid_to":null,"recorded_at":"2026-05-01T09:00:00Z","closed_at":null,"retracted_at":null,"expires_at":null,"supersedes":null,"superseded_by":null,"access_count":0,"last_access":null,"tags":[],"metadata":{}},"change":"add","target":null,"target_version":null,"before":null,"question":"","reason":"needs_confirmation","recorded_at":"2026-05-01T09:00:00Z","expires_at":"2026-05-02T09:00:00Z"}');
INSERT INTO receipt (nid, id, sid, at, body)
    VALUES (1, 'r-1', 1, 1777633200.0, '{"id":"r-1","at":"2026-05-01T11:00:00Z","hard":false,"forgotten":["m-3"],"observations":["o-2","o-3"],"cascaded":{},"verified":false,"pending_purge":true,"purge_after":"2026-05-31T11:00:00Z","restored_at":null,"was":{},"out_of_reach":[]}');
INSERT INTO tombstone (sid, mark, receipt, at)
    VALUES (1, X'A390D3C7695C319685E50B4A53F64E7141798259EE0C05A840E3DEC0F7B58A31', 'r-1', 1777633200.0);
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (1, 1, '2026-05-01T09:00:00+00:00', 'add', 'm-1', 'user', 'accepted', '[]', X'92B56122385E7B727FC8C5729D034E10F94A9A3853FCB54F42F63A821EC93E75', X'FBA9C74180B0A0C80C189F511487FE4894420F20D01FD545278BDFC721CA4C7B');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (2, 1, '2026-05-01T09:00:00+00:00', 'add', 'm-2', 'user', 'accepted', '[]', X'9F533EEE4BD35F339DACA47B8DA10262ABD9D33E135C43930210CA7963E1C434', X'DA49ABD00D54C08CC70A841B35D1FBD8226B0230EFA05B4DC650BC637BEAE683');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (3, 1, '2026-05-01T10:00:00+00:00', 'edit', 'm-2', 'user', 'accepted', '[]', X'2A3D773B1468459EEBBAC7964A5ACBC8BF17B1F04AE2C6F0A04122BE2D99F84D', X'508478C9440E4B7985E8556CAF867F9B8B96C020716F0FCC954F1AC7A769BE8D');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (4, 1, '2026-05-01T09:00:00+00:00', 'add', 'm-3', 'user', 'accepted', '[]', X'34982C1A2FB1596394B1D30C8AAB342F0DB1F141EBEB3F89C7052DDA43CC6EC4', X'A519E0393BC8AF7444F731D13A38FBCB02EF9AA294A5205333C9340801B47725');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (5, 2, '2026-05-01T09:00:00+00:00', 'add', 'm-4', 'user', 'accepted', '[]', X'14E3B7E09584D312C81558FED4EA906FA41D2431B0120D8483E931136B44261B', X'F67B617BA85A318AC936CAD114ED08B17C6A7F289559BE8FF1D95835B12E071A');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (6, 1, '2026-05-01T11:00:00+00:00', 'forget', 'm-3', 'user', 'accepted', '[]', X'234C8DAB2C0E1E13D4A4023A8D65B5E6B01EA614354A490E9C44112EE2F025A6', X'CCF17DD9F28AA8F2C5FB6D8AA4CBEFEDE2C6EB52B55E66A3CEFB8823ACF7B431');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (7, 1, '2026-05-01T11:00:00+00:00', 'forget', 'o-2', 'user', 'accepted', '[]', NULL, X'DFFA68F2D052845D2492E62202940EC4223C0D76BBDC9C6CC7DF276E5AA94E61');
INSERT INTO audit (aid, sid, at, action, subject, actor, reason, fields, digest, mac)
    VALUES (8, 1, '2026-05-01T11:00:00+00:00', 'forget', 'o-3', 'user', 'accepted', '[]', NULL, X'A7990CD58B20314EA32600949CF0C63D19270D2AEEC05598585A5AF70639F2ED');
INSERT INTO keyword_index (rowid, tokens) SELECT rid, tokens FROM keyword;
