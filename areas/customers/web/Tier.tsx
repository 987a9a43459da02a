import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { Muted, TierName } from '#kit/web/Layout.tsx'
import { useRead } from '#kit/web/useRead.ts'

const CATEGORIES_STALE_MS = 10 * 60_000

/** Lists carry the code of a card category only; its name and colour come from the few there are. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}

export function TierOf({ code }: { code: string | null }) {
  const t = useT()
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: CATEGORIES_STALE_MS })
  if (!code) return <Muted>{t('kit:member.nonPremium')}</Muted>
  const tier = data?.rows.find(({ Code }) => Code === code)
  return <TierName name={tier?.Name ?? code} color={tier?.Color} />
}
