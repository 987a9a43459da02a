-- A night, or somebody, may find that a fit still rests on the purchases there are: then it is only looked at.
alter table retention_fit add column checked_at timestamptz;
update retention_fit set checked_at = fitted_at;
alter table retention_fit alter column checked_at set not null;

-- A message that is about to be sent is asked whether its report may still go to whom it is for.
create index export_schedule_send_message on export_schedule_send (message_id) where message_id is not null;

-- Who looked up whom: a few of the entries of a log that holds every act.
create index audit_log_look_ups on audit_log (logged_at)
  where action_type in ('View Customer', 'Reveal Identity Number', 'Export Data', 'Export Personal Data');
