import { randomInt } from 'node:crypto'
import { createSecurityCodeSealer } from '#areas/vouchers/server/index.ts'

export type Sql = <Row extends object>(text: string, ...values: unknown[]) => Promise<Row[]>

export type SoldLine = {
  line: number
  brand: string
  description: string | null
  quantity: string
  unit_price: string
  discount: string
  net_amount: string
  cancelled_quantity: string
  old_line: number | null
}

/** A sale (N) or return (C) as the server recorded it. */
export type Document = {
  type: 'N' | 'C'
  invoice_no: string
  original_invoice_no: string | null
  membership_no: string | null
  outlet_code: string
  total_amount: string
  net_amount: string
  performed_at: string
  lines: SoldLine[]
}

export type Movement = { type: string; points: number }

export type CaseRecords = {
  /** Returns all documents of a case, in the order in which they were entered. */
  documents: () => Promise<Document[]>
  movements: (membershipNo: string) => Promise<Movement[]>
  balance: (membershipNo: string) => Promise<number>
  /** Points of the member that allowances reserve. */
  reserved: (membershipNo: string) => Promise<number>
  /** The invoice that a voucher has paid; null if it was not used. */
  voucherInvoice: (voucherNo: string) => Promise<string | null>
}

/** Reads the records of the documents whose numbers begin with the prefix. */
export function recordsOf(sql: Sql, prefix: string): CaseRecords {
  const movements = (membershipNo: string) =>
    sql<Movement>(
      `select transaction_type as type, points::int as points from point_history where membership_no = $1 order by history_id`,
      membershipNo,
    )
  return {
    documents: () => sql<Document>(documentsQuery, `${prefix}-%`),
    movements,
    balance: async (membershipNo) => (await movements(membershipNo)).reduce((sum, { points }) => sum + points, 0),
    reserved: async (membershipNo) => {
      const [row] = await sql<{ reserved: number }>(
        'select reserved::int as reserved from point_balance where membership_no = $1',
        membershipNo,
      )
      return row?.reserved ?? 0
    },
    voucherInvoice: async (voucherNo) => {
      const [row] = await sql<{ invoice: string | null }>(
        'select used_invoice_no as invoice from voucher where voucher_no = $1',
        voucherNo,
      )
      return row!.invoice
    },
  }
}

const documentsQuery = `
  select head.transaction_type as type, head.invoice_no, head.original_invoice_no, head.membership_no, head.outlet_code,
    head.total_amount::text, head.net_amount::text, to_char(head.performed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as performed_at,
    coalesce((select json_agg(json_build_object('line', line.sequence_no, 'brand', line.brand, 'description', line.description,
        'quantity', trim_scale(line.quantity)::text, 'unit_price', trim_scale(line.unit_price)::text, 'discount', line.discount::text,
        'net_amount', line.net_amount::text, 'cancelled_quantity', trim_scale(line.cancelled_quantity)::text, 'old_line', line.old_sequence_no)
        order by line.sequence_no)
      from transaction_detail line where line.transaction_id = head.transaction_id), '[]') as lines
  from transaction_summary head
  where head.invoice_no like $1 or head.original_invoice_no like $1
  order by head.transaction_id`

export type Member = { MembershipNo: string; FullName: string; ContactNo: string }
export type MemberOptions = { fullName?: string; status?: 'Active' | 'Suspended' }

/** Adds a premium member without a birthday, because the birthday month would multiply the points. */
export async function addMember(
  sql: Sql,
  { category, outlet }: { category: string; outlet: string },
  { fullName = 'TAN MEI LING', status = 'Active' }: MemberOptions = {},
): Promise<Member> {
  const contactNo = `+6011${randomInt(10_000_000, 100_000_000)}`
  const [row] = await sql<{ membership_no: string }>(
    `with person as (
       insert into customer (full_name, id_type, id_no, contact_no, registered_outlet_code, registration_source, member_type, status)
       values ($1, 'Passport', $2, $3, $4, 'CRM', 'Premium Member', 'Active') returning customer_id)
     insert into membership (membership_no, customer_id, card_group_id, card_category_code, member_type, status, join_date)
     select next_membership_no(), customer_id, (select min(group_id) from card_group), $5, 'Premium Member', $6, '2024-01-01'
     from person returning membership_no`,
    fullName,
    `K${randomInt(100_000_000, 1_000_000_000)}`,
    contactNo,
    outlet,
    category,
    status,
  )
  return { MembershipNo: row!.membership_no, FullName: fullName, ContactNo: contactNo }
}

export type Voucher = { voucherNo: string; securityCode: string }

/** Adds a voucher that is assigned to a reward, as after a claim. */
export async function addVoucher(sql: Sql, serverSecret: Buffer): Promise<Voucher> {
  const voucherNo = `CONFORMANCE-${randomInt(1_000_000_000)}`
  const securityCode = String(randomInt(100_000, 1_000_000))
  const { SecretSealed, KeyId } = createSecurityCodeSealer({ secret: serverSecret, earlierSecret: null }).seal(
    voucherNo,
    securityCode,
  )
  await sql(
    `insert into voucher (voucher_no, secret_sealed, key_id, voucher_type, value, expiry_date, status, is_assigned_yn, assigned_to, assigned_at)
     values ($1, $2, $3, 'G', 100, '2099-12-31', 'R', 'Y', $1, now())`,
    voucherNo,
    SecretSealed,
    KeyId,
  )
  return { voucherNo, securityCode }
}
