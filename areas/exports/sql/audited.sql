-- The third argument lists columns that are not audited, such as the progress of an export.
select audit_table('export_job', 'export_id', 'rows_done,attempts,message,message_code,file_key');
select audit_table('export_schedule', 'schedule_id', 'next_run_at,last_run_at,version,updated_at');
