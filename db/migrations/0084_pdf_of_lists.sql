-- A list is also written as a PDF; what a report adds up over all of its rows goes into its file.
alter table export_job drop constraint export_job_format_check;
alter table export_job add constraint export_job_format_check check (format in ('XLSX', 'CSV', 'PDF'));
alter table export_job add column totals jsonb not null default '[]';
