CREATE TABLE audit (
        aid INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        at TEXT NOT NULL, action TEXT NOT NULL, subject TEXT NOT NULL, actor TEXT NOT NULL,
        reason TEXT NOT NULL, fields TEXT NOT NULL, digest BLOB, mac BLOB NOT NULL) STRICT;
CREATE INDEX audit_subject ON audit (subject);
CREATE TABLE concept_name (
        nid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        sid INTEGER NOT NULL REFERENCES space, project TEXT,
        kind TEXT NOT NULL CHECK (kind IN ('alias', 'merge')),
        name TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, actor TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX concept_name_once ON concept_name (sid, name, ifnull(project, ''));
CREATE TABLE ended_job (
        sid INTEGER NOT NULL REFERENCES space, id TEXT NOT NULL, kind TEXT NOT NULL,
        attempts INTEGER NOT NULL, reason TEXT, at REAL NOT NULL, ended REAL NOT NULL,
        PRIMARY KEY (sid, id)) STRICT, WITHOUT ROWID;
CREATE INDEX ended_job_age ON ended_job (ended);
CREATE TABLE entry (
        rid INTEGER PRIMARY KEY AUTOINCREMENT,
        sid INTEGER NOT NULL REFERENCES space, seq INTEGER NOT NULL,
        gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
        type INTEGER NOT NULL CHECK (type IN (0, 1)),
        length INTEGER NOT NULL CHECK (length >= 0), cues INTEGER NOT NULL, language INTEGER NOT NULL,
        session TEXT, speaker TEXT, role INTEGER NOT NULL, category TEXT, project TEXT,
        authority INTEGER NOT NULL, live INTEGER NOT NULL CHECK (live IN (0, 1)),
        time REAL NOT NULL, valid_from REAL NOT NULL, valid_to REAL, recorded_at REAL NOT NULL,
        retracted_at REAL, expires_at REAL, last_access REAL, access_count INTEGER NOT NULL,
        pinned INTEGER NOT NULL CHECK (pinned IN (0, 1)),
        vectors INTEGER NOT NULL DEFAULT 0, closed_at REAL) STRICT;
CREATE INDEX entry_catch_up ON entry (sid, seq);
CREATE INDEX entry_pinned ON entry (sid) WHERE pinned = 1 AND live = 1;
CREATE INDEX entry_vectors ON entry (vectors);
CREATE TABLE evidence (
        mid INTEGER NOT NULL REFERENCES memory, observation TEXT NOT NULL,
        PRIMARY KEY (mid, observation)) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_observation ON evidence (observation);
CREATE TABLE field (
        rid INTEGER NOT NULL REFERENCES entry, name TEXT NOT NULL,
        item INTEGER NOT NULL CHECK (item IN (0, 1)), form INTEGER NOT NULL CHECK (form BETWEEN 0 AND 4),
        number REAL NOT NULL, text TEXT NOT NULL, sid INTEGER NOT NULL REFERENCES space,
        PRIMARY KEY (rid, name, item, form, number, text)) STRICT, WITHOUT ROWID;
CREATE INDEX field_number ON field (sid, name, item, form, number) WHERE form <> 0;
CREATE INDEX field_text ON field (sid, name, item, text) WHERE form = 0;
CREATE TABLE job (
        jid INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        namespace TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, due REAL NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0, failed TEXT, id TEXT, at REAL NOT NULL DEFAULT 0, held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)), reason TEXT, ended REAL) STRICT;
CREATE INDEX job_due ON job (kind, due) WHERE failed IS NULL;
CREATE UNIQUE INDEX job_id ON job (id);
CREATE INDEX job_space ON job (sid, id);
CREATE TABLE keyword (rid INTEGER PRIMARY KEY REFERENCES entry, tokens TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE keyword_index USING fts5(
        tokens, content='keyword', content_rowid='rid', detail='full', columnsize=0,
        tokenize="unicode61 remove_diacritics 0 tokenchars '_'");
CREATE TABLE 'keyword_index_config'(k PRIMARY KEY, v) WITHOUT ROWID;
CREATE TABLE 'keyword_index_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TABLE 'keyword_index_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE VIRTUAL TABLE keyword_occurrence USING fts5vocab(keyword_index, 'instance');
CREATE TABLE leg (
        number INTEGER PRIMARY KEY CHECK (number BETWEEN 0 AND 61), name TEXT NOT NULL UNIQUE,
        fingerprint TEXT NOT NULL, dim INTEGER NOT NULL CHECK (dim > 0),
        generation INTEGER NOT NULL DEFAULT 1, synced INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE memory (
        mid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        rid INTEGER NOT NULL UNIQUE REFERENCES entry, sid INTEGER NOT NULL REFERENCES space,
        key TEXT NOT NULL, project TEXT, category TEXT NOT NULL, status TEXT NOT NULL,
        version INTEGER NOT NULL CHECK (version >= 1), forgotten REAL) STRICT;
CREATE UNIQUE INDEX memory_current ON memory (sid, key, ifnull(project, ''))
        WHERE status = 'active';
CREATE INDEX memory_forgotten ON memory (sid, key) WHERE forgotten IS NOT NULL;
CREATE INDEX memory_space ON memory (sid);
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE observation (
        oid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        rid INTEGER UNIQUE REFERENCES entry, sid INTEGER NOT NULL REFERENCES space,
        external_id TEXT, content_hash TEXT NOT NULL, session TEXT, project TEXT,
        body TEXT NOT NULL, forgotten REAL, hidden_tokens TEXT, nonce BLOB) STRICT;
CREATE UNIQUE INDEX observation_content ON observation (sid, content_hash)
        WHERE external_id IS NULL;
CREATE UNIQUE INDEX observation_external ON observation (sid, external_id)
        WHERE external_id IS NOT NULL;
CREATE INDEX observation_hidden ON observation (sid) WHERE forgotten IS NOT NULL;
CREATE INDEX observation_space ON observation (sid);
CREATE TABLE pending (
        pid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sid INTEGER NOT NULL REFERENCES space,
        project TEXT, mark BLOB NOT NULL, expires_at REAL NOT NULL, body TEXT NOT NULL, nonce BLOB) STRICT;
CREATE INDEX pending_age ON pending (sid, expires_at);
CREATE UNIQUE INDEX pending_mark ON pending (sid, ifnull(project, ''), mark);
CREATE TABLE receipt (
        nid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        sid INTEGER NOT NULL REFERENCES space, at REAL NOT NULL, body TEXT NOT NULL, nonce BLOB) STRICT;
CREATE INDEX receipt_space ON receipt (sid, at);
CREATE TABLE refusal (
        fid INTEGER PRIMARY KEY, sid INTEGER NOT NULL REFERENCES space, at TEXT NOT NULL,
        observation TEXT, reason TEXT NOT NULL, category TEXT NOT NULL, rule TEXT NOT NULL) STRICT;
CREATE INDEX refusal_space ON refusal (sid);
CREATE TABLE reply (
        number INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        mark TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX reply_mark ON reply (sid, mark);
CREATE TABLE space (
        sid INTEGER PRIMARY KEY, tenant TEXT NOT NULL, scope TEXT NOT NULL,
        seq INTEGER NOT NULL DEFAULT 0, epoch INTEGER NOT NULL DEFAULT 0,
        UNIQUE (tenant, scope)) STRICT;
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE tombstone (
        sid INTEGER NOT NULL REFERENCES space, mark BLOB NOT NULL, receipt TEXT NOT NULL,
        at REAL NOT NULL, PRIMARY KEY (sid, mark, receipt)) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_receipt ON tombstone (receipt);
CREATE TABLE trace (
        tid INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL,
        scope TEXT NOT NULL, project TEXT, body TEXT NOT NULL) STRICT;
CREATE INDEX trace_tenant ON trace (tenant);
CREATE TABLE unread (
        sid INTEGER NOT NULL REFERENCES space, observation TEXT NOT NULL, project TEXT,
        at REAL NOT NULL, reason TEXT NOT NULL, categories TEXT,
        PRIMARY KEY (sid, observation)) STRICT, WITHOUT ROWID;
CREATE TABLE used (
        sid INTEGER NOT NULL REFERENCES space, model TEXT NOT NULL, name TEXT NOT NULL,
        amount REAL NOT NULL, PRIMARY KEY (sid, model, name)) STRICT, WITHOUT ROWID;
CREATE TABLE vector (
        vid INTEGER PRIMARY KEY AUTOINCREMENT, leg INTEGER NOT NULL REFERENCES leg,
        rid INTEGER NOT NULL REFERENCES entry, data BLOB NOT NULL,
        UNIQUE (rid, leg)) STRICT;
CREATE TABLE version (
        mid INTEGER NOT NULL REFERENCES memory, version INTEGER NOT NULL,
        change TEXT NOT NULL, actor TEXT NOT NULL, reason TEXT NOT NULL, recorded_at TEXT NOT NULL,
        nonce BLOB NOT NULL, body TEXT NOT NULL, rid INTEGER REFERENCES entry,
        PRIMARY KEY (mid, version)) STRICT;
CREATE INDEX version_row ON version (rid, version);
CREATE TABLE withheld (
        wid INTEGER PRIMARY KEY, observation TEXT NOT NULL, mid INTEGER NOT NULL REFERENCES memory,
        version INTEGER NOT NULL, newest INTEGER NOT NULL CHECK (newest IN (0, 1)),
        place INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
CREATE INDEX withheld_memory ON withheld (mid);
CREATE INDEX withheld_observation ON withheld (observation);
