import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import './customers.css'

/** A card category at a glance: its colour is never alone, the name stands beside it. */
export function Tier({ name, color }: { name: string; color: string | null | undefined }) {
  return (
    <span className="customer-tier">
      <span className="customer-swatch" style={{ background: color ?? 'transparent' }} aria-hidden />
      {name}
    </span>
  )
}

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; its name and colour come from the few there are. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('customers:list.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}

export function TierOf({ code }: { code: string | null }) {
  const t = useT()
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  if (!code) return <span className="customer-quiet">{t('customers:list.nonPremium')}</span>
  const tier = data?.rows.find(({ Code }) => Code === code)
  return <Tier name={tier?.Name ?? code} color={tier?.Color} />
}
