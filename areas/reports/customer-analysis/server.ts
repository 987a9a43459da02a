import { sql } from 'kysely'
import { allOf } from '#kit/server/filters.ts'
import { addShareColumn } from '#kit/server/shares.ts'
import { type ReportSql, serveReport } from '../server/report.ts'
import { salesByMemberSql } from '../server/sales.ts'
import { customerAnalysisReport } from './contract.ts'

/** SQL expressions of the attributes by which members can be grouped. */
const attributes = (today: string) => ({
  Gender: sql`c.gender`,
  Ethnicity: sql`c.ethnicity`,
  Age: sql`age_group(c.date_of_birth, ${today}::date)`,
  Category: sql`m.card_category_code`,
  State: sql`(select a.state from customer_address a where a.customer_id = c.customer_id and a.is_primary_yn = 'Y' and a.status = 'Active' limit 1)`,
  'Income Range': sql`c.monthly_income_range`,
  Profession: sql`c.profession_level`,
  Language: sql`c.language`,
  'Where You Know Us': sql`c.where_you_know_us`,
})

export const customerAnalysisRoute = serveReport(customerAnalysisReport, (ctx, query): ReportSql => {
  const { AnalysisType = 'Gender', ReportOption = 'Join Analysis', ReportType = 'Summary', outlet, from, until } = query
  const isJoinAnalysis = ReportOption === 'Join Analysis'
  const byDay = AnalysisType === 'Date'
  const memberSales = sql`select membership_no, ${byDay && !isJoinAnalysis ? sql`business_date` : sql`null::date`} as day, sum(net) as sales, count(*) filter (where is_purchase) as purchases
    from ${salesByMemberSql(query)} group by 1, 2`
  const day = isJoinAnalysis ? sql`m.join_date` : sql`sold.day`
  const people = sql`
    select m.membership_no, c.customer_id, c.full_name, c.registered_outlet_code, m.join_date, coalesce(sold.sales, 0) as sales,
      -- Members who only returned goods in the period are not counted as buyers.
      ${isJoinAnalysis ? sql`1` : sql`(sold.purchases > 0)::int`} as counted,
      ${byDay ? day : sql`null::date`} as day, ${byDay ? sql`${day}::text` : attributes(ctx.today)[AnalysisType]} as value
    from membership m join customer c using (customer_id) ${isJoinAnalysis ? sql`left join` : sql`join`} sold on sold.membership_no = m.membership_no
    where ${
      isJoinAnalysis
        ? sql`m.join_date between ${from} and ${until} and m.status not in ('Archived', 'Merged', 'Deleted')
      and (${outlet}::text is null or c.registered_outlet_code = ${outlet})`
        : sql`(sold.purchases > 0 or sold.sales <> 0)`
    } and (${query.MemberType ?? null}::text is null or m.member_type = ${query.MemberType ?? null})`
  const valueCondition = allOf([
    query.AnalysisValue !== undefined &&
      (query.AnalysisValue === '-' ? sql`value is null` : sql`value = ${query.AnalysisValue}`),
  ])
  const salesSum = sql`coalesce(sum(r.sales), 0)::numeric(16,2)`

  const buyers = sql`count(distinct r.membership_no) filter (where r.counted = 1)`
  if (ReportType === 'Detail')
    return {
      with: sql`sold as (${memberSales}), people as (${people}),
        r as (${addShareColumn(sql`select *, membership_no || coalesce('/' || day, '') as key from people where ${valueCondition}`, 'counted', 'key')})`,
      from: sql`r`,
      select: sql`r.key, ${AnalysisType}::text as type, r.value, r.counted as total, coalesce(r.share, '0.0') as share,
        r.membership_no, r.customer_id, r.full_name as customer_name, r.registered_outlet_code, r.join_date, r.day as transaction_date,
        r.sales::numeric(16,2) as sales`,
      sort: {
        CustomerName: 'r.full_name',
        Key: 'r.membership_no',
        Value: (direction) => sql`r.value ${direction} nulls last`,
      },
      tie: sql`r.key`,
      totals: sql`${buyers}::int as total, ${salesSum} as sales, round(${salesSum} / nullif(${buyers}, 0), 2) as sales_per_member`,
    }
  return {
    with: sql`sold as (${memberSales}), people as (${people}), r as (${addShareColumn(
      sql`select value, day, sum(counted)::int as total, sum(sales) as sales, coalesce(value, '-') as key from people where ${valueCondition} group by 1, 2`,
      'total',
      'key',
    )})`,
    from: sql`r`,
    select: sql`r.key, ${AnalysisType}::text as type, r.value, r.total, coalesce(r.share, '0.0') as share,
      null as membership_no, null as customer_id, null as customer_name, null as registered_outlet_code, null as join_date,
      r.day as transaction_date, r.sales::numeric(16,2) as sales`,
    sort: {
      Value: (direction) => sql`coalesce(r.value, '') <> '<20' ${direction}, r.value ${direction} nulls last`,
      Type: 'r.value',
      Key: 'r.value',
    },
    tie: sql`r.key`,
    totals: sql`coalesce(sum(r.total), 0)::int as total, ${salesSum} as sales, round(${salesSum} / nullif(sum(r.total), 0), 2) as sales_per_member`,
  }
})
