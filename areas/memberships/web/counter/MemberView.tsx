import { Button, Dropdown } from 'antd'
import { EllipsisIcon, ReceiptTextIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberHeader } from '#areas/customers/web/index.ts'
import { pointExplanationPath } from '#areas/points/paths.ts'
import { saleAddPath } from '#areas/sales/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { SideColumnLayout } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useRegisterOpenRecord } from '#kit/web/screen.ts'
import { useSession } from '#kit/web/session.ts'
import { useShortcut, useSingleKeyShortcutsEnabled } from '#kit/web/shortcuts.ts'
import { SlotParts } from '#kit/web/slots.ts'
import type { Role } from '#kit/web/vocabulary.ts'
import type { MemberCard } from '../../contract/counter.ts'
import { counterOffersSlot, counterSectionsSlot } from '../slots.ts'
import { MemberCardSummary } from './MemberSummary.tsx'
import { NextActionCard } from './NextActCard.tsx'
import { CounterSideCards } from './SideCards.tsx'
import '../memberships.css'

export const pointExplanationRoles: readonly Role[] = [
  'Customer',
  'Customer Transaction',
  'Member Point Statement',
  'Point Adjustment',
]

/** Shows the member at the counter: name, warnings, balances, next actions, then timeline and details. */
export function CounterMemberView({ card }: { card: MemberCard }) {
  useRegisterOpenRecord(formatPersonName(card.FullName), customerPath({ CustomerId: card.CustomerId }))
  const { MembershipNo } = card
  return (
    <SideColumnLayout close side={<CounterSideCards card={card} />}>
      <article className="carat-card carat-touch" aria-labelledby="member-name">
        <div className="carat-card-body">
          <MemberHead card={card} />
        </div>
        <MemberCardSummary card={card} />
      </article>
      <NextActionCard card={card} />
      <SlotParts slot={counterOffersSlot} props={{ MembershipNo }} />
      <SlotParts slot={counterSectionsSlot} props={{ MembershipNo }} />
    </SideColumnLayout>
  )
}

function MemberHead({ card }: { card: MemberCard }) {
  const labels = useLabels('memberships')
  return (
    <MemberHeader
      id="member-name"
      name={card.FullName}
      tier={{ name: card.CardCategoryName ?? labels.value('MemberType', card.MemberType), color: card.Color }}
      status={card.Status !== 'Active' && <StatusTag area="memberships" status={card.Status} />}
      number={card.MembershipNo}
      phone={card.ContactNo}
      email={card.Email}
      actions={<MemberActions card={card} />}
    />
  )
}

/** Shows the main actions, the sale first. On phones they stay at the lower edge. */
function MemberActions({ card }: { card: MemberCard }) {
  const t = useT()
  const navigate = useNavigate()
  const { has } = useSession()
  const keys = useSingleKeyShortcutsEnabled()
  const name = formatPersonName(card.FullName)
  // An archived member is not excluded from sales, because a purchase reactivates the member.
  const sells = has('Customer Transaction') && (card.Status === 'Active' || card.CustomerStatus === 'Archived')
  const sale = saleAddPath({ MembershipNo: card.MembershipNo })
  useShortcut('r', 'customers:member.recordSale', () => void navigate(sale), { enabled: sells })
  const items = [
    has('Customer') && {
      key: 'customer',
      label: t('memberships:actions.viewCustomer'),
      onClick: () => void navigate(customerPath({ CustomerId: card.CustomerId })),
    },
    has(pointExplanationRoles) && {
      key: 'explain',
      label: t('customers:member.explainPoints'),
      onClick: () => void navigate(pointExplanationPath({ MembershipNo: card.MembershipNo })),
    },
  ].filter((item) => item !== false)
  if (!sells && items.length === 0) return null
  return (
    <div className="carat-dock">
      {sells && (
        <Button
          type="primary"
          size="large"
          data-walk
          icon={<ReceiptTextIcon aria-hidden />}
          aria-keyshortcuts="r"
          onClick={() => void navigate(sale)}
        >
          {t('customers:member.recordSale')}
          {keys && (
            <kbd aria-hidden className="carat-keys">
              R
            </kbd>
          )}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
          <Button
            type="text"
            size="large"
            icon={<EllipsisIcon />}
            aria-label={t('memberships:counter.moreOf', { name })}
          />
        </Dropdown>
      )}
    </div>
  )
}
