import { createResultTableSql, storeFaultyResultsSql, storeUnreadableResultsSql } from '../staging/checks.ts'
import { invoiceHasNoFaultSql } from './documents.ts'
import type { InvoiceRows } from './rows.ts'

/** The SQL for the result of each row: faulty rows one by one, others as ranges of consecutive rows with one result. */
export function storeSalesResultsSql(rows: InvoiceRows): string {
  const result = `case d.state when 'There' then 'Skipped' when 'Failed' then 'Failed' else 'Created' end`
  return `
    drop table if exists row_result;
    ${createResultTableSql};
    ${storeUnreadableResultsSql};
    ${storeFaultyResultsSql};
    do $$
    begin
      if (select count(distinct state) from document) = 1 and (select state <> 'Failed' from document limit 1)
        and not exists (select from fault) and not exists (select from unreadable) then
        insert into row_result
        select (select min(row_no) from raw), (select max(row_no) from raw), ${result}, case when d.state = 'There' then 'already_there' end
        from document d limit 1;
      else
        insert into row_result
        with outcome as (
          select r.row_no, ${result} as result, case d.state when 'There' then 'already_there' when 'Failed' then d.faults #>> '{0,Reason}' end as reason,
            case when d.state = 'Failed' then d.faults end as faults
          from document d join ${rows.from}
          where ${invoiceHasNoFaultSql}
        )
        select min(row_no), max(row_no), result, reason, faults from (
          select outcome.*, case result when 'Failed' then row_no else row_no - row_number() over (partition by result, reason order by row_no) end as run from outcome
        ) ranges group by result, reason, faults, run;
      end if;
    end $$`
}

/** The SQL for the file's totals, computed from unrounded products, and for the number of matched lines. */
export const importTotalsSql = `
  select (select count(*) from raw)::int + (select count(*) from unreadable)::int as "Rows",
    count(*)::int as "Invoices", (count(*) filter (where type = 'C'))::int as "Cancellations",
    count(distinct coalesce(member_given, customer_ref))::int as "Customers",
    coalesce(sum(lines) filter (where customer_ref is null and member_given is null), 0)::int as "RowsWithoutCustomer",
    trim_scale(round(coalesce(sum(exact), 0), 4))::text as "Amount",
    trim_scale(round(coalesce(sum(exact) filter (where customer_ref is not null or member_given is not null), 0), 4))::text as "AmountWithCustomer",
    (count(*) filter (where times > 1))::int as "InvoicesWithSeveralTimes",
    coalesce(sum(lines) filter (where type = 'C'), 0)::int as "CancellationRows",
    (select count(*) from matched)::int as "CancellationRowsMatched",
    coalesce(sum(lines) filter (where type = 'C' and state in ('New', 'Done')), 0)::int - (select count(*) from matched)::int as "CancellationRowsUnmatched"
  from document`

/** The SQL for the points that the sales of the import earned and its cancellations reversed. */
export const importedPointsSql = (importId: string) => `
  select coalesce(sum(earned_points) filter (where transaction_type = 'N'), 0)::text as "PointsEarned",
    coalesce(sum(reversed_points) filter (where transaction_type = 'C'), 0)::text as "PointsReversed"
  from transaction_summary where import_id = '${importId}'`
