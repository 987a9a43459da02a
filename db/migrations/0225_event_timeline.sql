-- The history of the database (its WAL timeline) in which the feed is published, as its number in WAL file names.
-- A promoted standby and a recovery to a point in time begin another timeline, and can lack events that consumers have read.
alter table event_head add column timeline text not null default left(pg_walfile_name(pg_current_wal_lsn()), 8);
