import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { statementPath } from '#areas/points/paths.ts'
import { referrersPath } from '#areas/referrals/paths.ts'
import { salePath } from '#areas/sales/paths.ts'
import { shortenPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText, PointsText } from '#kit/web/Figures.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { ListEntry, Muted } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import type { SuspiciousAct } from '../contract.ts'

/** Returns the path of the record that an act concerns; undefined if there is none. */
function recordPath({ Kind, InvoiceNo, MembershipNo, CustomerId }: SuspiciousAct): string | undefined {
  if (InvoiceNo) return salePath({ TransactionType: Kind === 'Cancellation' ? 'C' : 'N', InvoiceNo })
  if (Kind === 'Adjustment' && MembershipNo) return statementPath({ MembershipNo })
  if (Kind === 'Referral' && MembershipNo) return referrersPath({ ReferrerMembershipNo: MembershipNo })
  return CustomerId === null ? undefined : customerPath({ CustomerId })
}

/** Shows one act of a finding: its kind, time, customer, staff and value. */
export function SuspiciousActEntry({ act }: { act: SuspiciousAct }) {
  const t = useT()
  const labels = useLabels('watch')
  const to = recordPath(act)
  const name = [labels.value('Kind', act.Kind), act.InvoiceNo ?? act.ReferenceCode].filter(Boolean).join(' ')
  return (
    <ListEntry
      side={
        <>
          {act.Points !== null && <PointsText points={act.Points} sign="signed" />}
          {act.Amount !== null && (
            <Muted as="div">
              <MoneyText amount={act.Amount} currency />
            </Muted>
          )}
        </>
      }
    >
      <div>
        {to ? <Link to={to}>{name}</Link> : name}{' '}
        <Muted>
          <ShortInstant value={act.HappenedAt} />
        </Muted>
      </div>
      <Muted as="div">{separateByDots(describeAct(t, labels, act))}</Muted>
    </ListEntry>
  )
}

/** Returns only the mark Own if it is present, because a staff member's own record shares all other details, too. */
const distinctMarks = (marks: SuspiciousAct['Marks']): SuspiciousAct['Marks'] =>
  marks.includes('Own') ? ['Own'] : marks

/** Returns the parts of the second line about an act, without empty parts. */
function describeAct(t: TranslateFunction, labels: ReturnType<typeof useLabels>, act: SuspiciousAct): ReactNode[] {
  const { CustomerId, CustomerName, PerformedBy, OutletCode, OtherOutletCode, Minutes, Marks, Times } = act
  return [
    CustomerName && CustomerId !== null && (
      <Link key="member" to={customerPath({ CustomerId })}>
        <bdi>{shortenPersonName(CustomerName)}</bdi>
      </Link>
    ),
    OutletCode && <bdi key="outlet">{OutletCode}</bdi>,
    PerformedBy && <bdi key="by">{t('watch:by', { name: shortenPersonName(PerformedBy) })}</bdi>,
    OtherOutletCode !== null && t('watch:apart', { outlet: OtherOutletCode, count: Minutes ?? 0 }),
    Marks.length > 0 &&
      t('watch:alike', {
        what: distinctMarks(Marks)
          .map((mark) => labels.value('Mark', mark))
          .join(listSeparator()),
      }),
    Times !== null &&
      Times > 1 &&
      (act.Kind === 'Export' ? t('watch:rows', { count: Times }) : t('watch:times', { count: Times })),
  ].filter((part) => !!part)
}

const separateByDots = (parts: readonly ReactNode[]) =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))
