-- Progress is no change that anybody answers for; who wrote which rows into a file, and why, is.
select audit_table('export_job', 'export_id', 'rows_done,attempts,message,message_code,file_key');
