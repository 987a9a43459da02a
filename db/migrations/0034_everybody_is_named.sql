-- No line of the two audit books is anonymous. What was written before by commands and jobs without saying who is marked
-- as such; from here on the books refuse a line without a name (see audit_origin in db/functions/audit.sql).

update audit_record set updated_by = 'not recorded' where updated_by is null or updated_by = '';
update audit_log set updated_by = 'not recorded' where updated_by is null or updated_by = '';

alter table audit_record add constraint audit_record_names_who check (updated_by is not null and updated_by <> '');
alter table audit_log add constraint audit_log_names_who check (updated_by is not null and updated_by <> '');
