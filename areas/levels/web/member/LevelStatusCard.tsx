import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberHeader } from '#areas/customers/web/index.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { formatDate, formatMoney } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { LevelStatus } from '../../contract/status.ts'
import { PendingLevelNote } from '../counter/LevelNote.tsx'
import { useCardCategories } from '../Tiers.tsx'

type Props = { levelStatus: LevelStatus; actions: ReactNode /** True on the member's own page. */; within?: boolean }

/** Shows level, cycle, and the spend that is missing to stay and to move up. */
export function LevelStatusCard({ levelStatus, actions, within }: Props) {
  const t = useT()
  const { Name, MembershipNo, CustomerId, CardCategoryCode, CycleStart, CycleEnd, GraceUntil, Spend } = levelStatus
  const tiers = useCardCategories()
  const next = tiers.find(({ Code }) => Code === levelStatus.NextCategory)
  const present = tiers.find(({ Code }) => Code === CardCategoryCode)
  const stays = levelStatus.MaintainAmount !== null && !isNothing(levelStatus.MaintainAmount)
  return (
    <Card {...(within && { title: t('levels:tier'), extra: actions })}>
      <Stack gap="m">
        {!within && (
          <MemberHeader
            name={Name}
            to={customerPath({ CustomerId })}
            tier={{
              name: present?.Name ?? CardCategoryCode ?? t('customers:member.nonPremium'),
              color: present?.Color,
            }}
            status={levelStatus.Status !== 'Active' && <StatusTag area="levels" status={levelStatus.Status} />}
            number={MembershipNo}
            actions={actions}
          />
        )}
        {!within && levelStatus.PendingId === null && <PendingLevelNote MembershipNo={MembershipNo} />}
        {CycleStart && CycleEnd && (
          <Muted as="p">
            {t('levels:cycle', { from: formatDate(CycleStart), to: formatDate(CycleEnd) })}
            {GraceUntil && GraceUntil > CycleEnd && ` · ${t('levels:graceUntil', { date: formatDate(GraceUntil) })}`}
          </Muted>
        )}
        {CardCategoryCode !== null && (
          <Columns least={280}>
            {stays && (
              <SpendGoal
                label={t('levels:toStay')}
                spend={Spend}
                amount={levelStatus.MaintainAmount!}
                missing={levelStatus.MissingToStay}
              />
            )}
            {levelStatus.NextAmount && (
              <SpendGoal
                label={t('levels:toNext', { name: next?.Name ?? levelStatus.NextCategory ?? '' })}
                spend={Spend}
                amount={levelStatus.NextAmount}
                missing={levelStatus.MissingToNext}
              />
            )}
            {!stays && !levelStatus.NextAmount && <Muted as="p">{t('levels:noGoal')}</Muted>}
          </Columns>
        )}
      </Stack>
    </Card>
  )
}

const isNothing = (amount: string) => /^0(\.0*)?$/.test(amount)

type GoalProps = { label: string; spend: string | null; amount: string; missing: string | null }

/** Shows the progress of the cycle's spend. Amounts stay exact; only the width of the bar is a floating-point number. */
function SpendGoal({ label, spend, amount, missing }: GoalProps) {
  const t = useT()
  const part =
    spend === null ? undefined : Math.max(0, Math.min(100, Math.floor((100 * Number(spend)) / Number(amount))))
  return (
    <div>
      <Row justify="spread">
        <span>{label}</span>
        <span>
          {spend === null ? (
            <MoneyText amount={amount} currency />
          ) : (
            <bdi>
              <MoneyText amount={spend} /> {t('levels:ofRequired', { amount: formatMoney(amount, { currency: true }) })}
            </bdi>
          )}
        </span>
      </Row>
      {part !== undefined && <Progress percent={part} aria-label={label} showInfo={false} status="normal" />}
      {missing !== null && (
        <Muted as="div">
          {isNothing(missing) ? (
            t('levels:reached')
          ) : (
            <>
              {t('levels:missing')} <MoneyText amount={missing} currency />
            </>
          )}
        </Muted>
      )}
    </div>
  )
}
