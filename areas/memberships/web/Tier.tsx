import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { TierBadge } from '#kit/web/Tier.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listCardCategories } from '../contract/card-categories.ts'

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; name and colour come from the few categories there are. */
export function useTiers() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  return (code: string | null) => data?.rows.find(({ Code }) => Code === code)
}

/** The same words for a file. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}

/** The card category of a row of a list; only premium members have one. */
export function TierOf({ code }: { code: string | null }) {
  const t = useT()
  const tier = useTiers()(code)
  if (!code) return <Muted>{t('kit:member.nonPremium')}</Muted>
  return <TierBadge name={tier?.Name ?? code} color={tier?.Color} />
}
