import { setTimeout } from 'node:timers/promises'

const TILLS = 8

export type Tills = Awaited<ReturnType<typeof openTills>>

/** Simulates tills that enter walk-in sales and award each sale to a member, until `close` is called. */
export async function openTills(api: string, ClientSecret: string, members: readonly string[]) {
  const call = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await reply.json()) as Record<string, string>
    if (!reply.ok) throw new Error(`${path} was refused: ${answer.message}`)
    return answer
  }
  const { access_token: token } = await call('/auth/system/sign-in', { ClientId: 'pos', ClientSecret })
  let open = true
  let number = 0
  const awarded: { invoice: string; at: number }[] = []
  const sell = async () => {
    while (open) {
      const InvoiceNo = `DRILL-${++number}`
      const sale = { TransactionType: 'N', InvoiceNo, OutletCode: 'KL1', SalesPersonCode: 'KL101', Details: [ring] }
      await call('/customer/memberships/transaction-summaries/add', sale, token)
      await call('/point/award', { MembershipNo: members[number % members.length], InvoiceNo }, token)
      awarded.push({ invoice: InvoiceNo, at: Date.now() })
    }
  }
  const tills = Array.from({ length: TILLS }, sell)
  const allTills = Promise.all(tills)
  allTills.catch(() => {})
  const untilAwarded = async (count: number) => {
    while (awarded.length < count) await Promise.race([allTills, setTimeout(20)])
  }
  await untilAwarded(TILLS * 2)
  return {
    /** Acknowledged awards with their time in milliseconds. */
    awarded,
    untilAwarded,
    async close() {
      open = false
      await allTills
    },
  }
}

const ring = {
  ItemCode: 'RING1',
  Brand: 'Carat',
  ProductGroup: 'DIA-RING',
  Description: 'Diamond ring',
  UnitPrice: '1288.00',
}
