-- No list shows an identity number in full, so there is nothing to count.
alter table export_job drop column identity_rows;
