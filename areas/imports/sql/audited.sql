-- Progress is no change that anybody answers for; who ran which file with which mapping is.
select audit_table('import_job', 'import_id', 'step,message,rows_total,rows_read,rows_created,rows_skipped,rows_failed,figures,sample');
