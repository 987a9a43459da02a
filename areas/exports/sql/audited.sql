-- Progress is no change that anybody answers for; who wrote which rows into a file, and why, is.
select audit_table('export_job', 'export_id', 'rows_done,attempts,message,message_code,file_key');
select audit_table('export_schedule', 'schedule_id', 'next_run_at,last_run_at,version,updated_at');
