-- Progress is not audited; the user, the file and the mapping of an import are.
select audit_table('import_job', 'import_id', 'step,message,rows_total,rows_read,rows_created,rows_skipped,rows_failed,figures,sample');
