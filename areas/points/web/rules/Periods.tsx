import { EditOutlined, LockOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { formatDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EmptyState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import '../points.css'

export type Period = {
  key: number
  EffectiveFrom: string
  EffectiveTo: string | null
  Status: string
  what: ReactNode
  remark?: string | null
  actions?: ReactNode
}

type Props = {
  label: string
  periods: readonly Period[]
  onEdit: (key: number) => void
  empty: { title: string; hint: string }
}

/** The dated parts of a rule, the latest first: what each gives, and what of it can still be changed. */
export function Periods({ label, periods, onEdit, empty }: Props) {
  const t = useT()
  if (periods.length === 0) return <EmptyState {...empty} />
  const locks = {
    Expired: t('points:rules.lockExpired'),
    Active: t('points:rules.lockActive'),
    Inactive: t('points:rules.lockInactive'),
  }
  return (
    <ol className="rules-periods" aria-label={label}>
      {periods.toReversed().map(({ key, EffectiveFrom, EffectiveTo, Status, what, remark, actions }) => {
        const dates = `${formatDate(EffectiveFrom)} – ${EffectiveTo ? formatDate(EffectiveTo) : t('points:rules.open')}`
        return (
          <li key={key} className={`rules-period rules-period-${Status.toLowerCase()}`}>
            <div className="rules-period-main">
              <Flex wrap gap={8} align="center">
                <strong className="carat-figure">{dates}</strong>
                <StatusTag status={Status} area="points" field="PeriodStatus" />
              </Flex>
              <div>{what}</div>
              {remark && <div className="points-quiet">{remark}</div>}
              <div className="points-quiet">
                {Status !== 'Inactive' && <LockOutlined aria-hidden />} {locks[Status as keyof typeof locks]}
              </div>
            </div>
            {Status !== 'Expired' && (
              <Flex wrap gap={8}>
                <Button icon={<EditOutlined aria-hidden />} onClick={() => onEdit(key)}>
                  {t(Status === 'Active' ? 'points:rules.changeEnd' : 'points:rules.edit')}
                  <span className="carat-unseen"> {dates}</span>
                </Button>
                {actions}
              </Flex>
            )}
          </li>
        )
      })}
    </ol>
  )
}
