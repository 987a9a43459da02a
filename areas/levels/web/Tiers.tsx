import { ArrowRightOutlined } from '@ant-design/icons'
import { listCardCategories } from '#areas/memberships/contract/card-categories.ts'
import { call } from '#kit/web/call.ts'
import { t, useT } from '#kit/web/i18n.ts'
import { useRead } from '#kit/web/useRead.ts'
import './levels.css'

const STALE_MS = 10 * 60_000

/** The few card categories there are: lists carry their codes only. */
export function useTiers() {
  const { data } = useRead(listCardCategories, { Rows: 1000 }, { staleTime: STALE_MS })
  return data?.rows ?? []
}

/** A card category by its colour and name; without one a member is not premium. */
export function Tier({ code }: { code: string | null }) {
  const words = useT()
  const tier = useTiers().find(({ Code }) => Code === code)
  if (code === null) return <span className="levels-quiet">{words('kit:member.nonPremium')}</span>
  return (
    <span className="levels-tier">
      <span className="levels-swatch" style={{ background: tier?.Color ?? 'transparent' }} aria-hidden />
      {tier?.Name ?? code}
    </span>
  )
}

/** From one card category to another. */
export function Move({ from, to }: { from: string | null; to: string | null }) {
  const words = useT()
  return (
    <span className="levels-move">
      <Tier code={from} />
      <ArrowRightOutlined className="carat-mirrored levels-quiet" aria-label={words('levels:becomes')} />
      <Tier code={to} />
    </span>
  )
}

/** The same words for a file. */
export async function tierWords() {
  const { rows } = await call(listCardCategories, { Rows: 1000 })
  return { '': t('kit:member.nonPremium'), ...Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name])) }
}
