-- The timeline of the primary, which changes with a promotion. A standby shows the timeline whose log it has replayed.
-- A sequence, because an unprivileged role can read its value on a standby but not the timeline of the log itself.
create sequence database_timeline as integer;
revoke all on sequence database_timeline from carat_app;
