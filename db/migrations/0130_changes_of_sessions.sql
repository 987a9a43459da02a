-- When a session last changed something, where lists and reports are read from a replica: until that shows it, they read here.
alter table session add column changed_at timestamptz;
