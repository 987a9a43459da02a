import { Button } from 'antd'
import { LockIcon, PencilIcon } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'

export type RulePeriod = {
  key: number
  EffectiveFrom: string
  EffectiveTo: string | null
  Status: string
  description: ReactNode
  remark?: string | null
  actions?: ReactNode
}

type Props = {
  label: string
  periods: readonly RulePeriod[]
  onEdit: (key: number) => void
  empty: { title: string; hint: string }
}

const stripes: Record<string, string> = {
  Active: 'var(--ant-color-success)',
  Inactive: 'var(--ant-color-primary)',
}

/** Lists the periods of a rule, the latest first, each with its values and its possible actions. */
export function RulePeriods({ label, periods, onEdit, empty }: Props) {
  const t = useT()
  if (periods.length === 0) return <EmptyState {...empty} />
  const locks = {
    Expired: t('points:rules.lockExpired'),
    Active: t('points:rules.lockActive'),
    Inactive: t('points:rules.lockInactive'),
  }
  return (
    <Stack as="ol" gap="s" aria-label={label}>
      {periods.toReversed().map(({ key, EffectiveFrom, EffectiveTo, Status, description, remark, actions }) => {
        const dates = `${formatDate(EffectiveFrom)} – ${EffectiveTo ? formatDate(EffectiveTo) : t('points:rules.open')}`
        return (
          <Row
            as="li"
            key={key}
            justify="spread"
            gap="m"
            className={joinClassNames('carat-card carat-card-body', Status !== 'Expired' && 'carat-stripe')}
            style={{ '--stripe': stripes[Status] } as CSSProperties}
          >
            <div className="carat-grow">
              <Row>
                <strong className="carat-figure">{dates}</strong>
                <StatusTag status={Status} area="points" field="PeriodStatus" />
              </Row>
              <div>{description}</div>
              {remark && <Muted as="div">{remark}</Muted>}
              <Muted as="div">
                {Status !== 'Inactive' && <LockIcon aria-hidden />} {locks[Status as keyof typeof locks]}
              </Muted>
            </div>
            {Status !== 'Expired' && (
              <Row>
                <Button icon={<PencilIcon aria-hidden />} onClick={() => onEdit(key)}>
                  {t(Status === 'Active' ? 'points:rules.changeEnd' : 'kit:verbs.edit')}
                  <span className="carat-unseen"> {dates}</span>
                </Button>
                {actions}
              </Row>
            )}
          </Row>
        )
      })}
    </Stack>
  )
}
