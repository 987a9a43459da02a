-- A row of a file tells all its faults, and opening balances come in from files too.

-- Each with Reason, Field and Value; the first one stands in the row's own columns as well.
alter table import_row_result add column faults jsonb;

alter table import_job drop constraint import_job_kind_check,
  add constraint import_job_kind_check check (kind in ('customers', 'sales', 'postcodes', 'opening-balances'));
