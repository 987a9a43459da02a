-- The progress of an import is not audited, but its user, its file and its mapping are.
select audit_table('import_job', 'import_id', 'step,message,rows_total,rows_read,rows_created,rows_skipped,rows_failed,figures,sample');
