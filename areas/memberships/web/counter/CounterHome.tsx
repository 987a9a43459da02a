import { ReceiptTextIcon, UserRoundPlusIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { customerAddPath } from '#areas/customers/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { useShortcut } from '#kit/web/shortcuts.ts'
import { ContributedParts, useSlot } from '#kit/web/slots.ts'
import { counterActionsSlot, counterCardsSlot } from '../slots.ts'
import { CounterActionTile } from './ActTile.tsx'
import '../memberships.css'

/** Shows the main actions, then the cards about the day that areas contribute. */
export function CounterHome() {
  const cards = useSlot(counterCardsSlot)
  return (
    <Stack gap="l">
      <CounterActions />
      <Columns least={300} gap="l" className="carat-home-columns">
        {([1, 2, 3] as const).map((column) => (
          <Stack key={column}>
            <ContributedParts
              parts={cards.filter((card) => card.column === column).map(({ Card }) => Card)}
              props={{}}
            />
          </Stack>
        ))}
      </Columns>
    </Stack>
  )
}

function CounterActions() {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const registers = has('Customer')
  const sells = has('Customer Transaction')
  useShortcut('n', 'memberships:home.register', () => void navigate(customerAddPath()), { enabled: registers })
  useShortcut('r', 'customers:member.recordSale', () => void navigate(saleAddPath()), { enabled: sells })
  const others = useSlot(counterActionsSlot).filter(({ role }) => has(role))
  if (!registers && !sells && others.length === 0) return null
  return (
    <Columns as="nav" least={220} gap="m" aria-label={t('memberships:home.acts')}>
      {registers && (
        <CounterActionTile to={customerAddPath()} icon={<UserRoundPlusIcon aria-hidden />} keys="n">
          {t('memberships:home.register')}
        </CounterActionTile>
      )}
      {sells && (
        <CounterActionTile to={saleAddPath()} icon={<ReceiptTextIcon aria-hidden />} keys="r">
          {t('customers:member.recordSale')}
        </CounterActionTile>
      )}
      {others.map(({ label, to, Icon }) => (
        <CounterActionTile key={to} to={to} icon={<Icon aria-hidden />}>
          {t(label)}
        </CounterActionTile>
      ))}
    </Columns>
  )
}
