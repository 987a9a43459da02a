import { Button } from 'antd'
import { FlaskConicalIcon, PlusIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordPageHeader } from '#kit/web/PageTools.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card, PageSection } from '#kit/web/Sections.tsx'
import { RuleScopeToday } from './CountsToday.tsx'
import { type PeriodFormProps, RulePeriodDialog } from './PeriodDialog.tsx'
import { type RulePeriod, RulePeriods } from './Periods.tsx'

type Props<Add extends Endpoint> = {
  kind: 'rate' | 'structure'
  id: number
  name: string
  path: string
  isOn: boolean
  setStatus: (Status: 'Active' | 'Inactive') => Promise<unknown>
  /** A further button of the head. */
  edit?: ReactNode
  facts: ReactNode
  counts: ComponentProps<typeof RuleScopeToday>
  periods: readonly RulePeriod[]
  form: PeriodFormProps<Add>
}

const subjects = { rate: 'PointRate', structure: 'PointStructure' }

/** A dated rule: its facts, where it applies, and its periods with their form. */
export function DatedRuleView<Add extends Endpoint>(props: Props<Add>) {
  const { kind, id, name, path, isOn, setStatus, edit, facts, counts, periods, form } = props
  const t = useT()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'add' | number>()
  return (
    <Stack>
      <RecordPageHeader
        actions={
          <>
            <HistoryButton area="points" subject={subjects[kind]} id={id} name={name} />
            <ConfirmAction
              label={t(isOn ? 'points:rules.switchOff' : 'kit:verbs.activate')}
              title={t(isOn ? `points:${kind}.offQuestion` : `points:${kind}.onQuestion`, { name })}
              run={() => setStatus(isOn ? 'Inactive' : 'Active')}
            />
            <Button icon={<FlaskConicalIcon aria-hidden />} onClick={() => void navigate(`${path}/simulate`)}>
              {t('points:screens.simulate')}
            </Button>
            {edit}
          </>
        }
      />
      <Card label={name}>{facts}</Card>
      <RuleScopeToday {...counts} />
      <PageSection
        title={t('points:rules.details')}
        hint={t(`points:${kind}.detailsHint`)}
        extra={
          <Button type="primary" icon={<PlusIcon aria-hidden />} onClick={() => setDialog('add')}>
            {t('points:rules.addDetail')}
          </Button>
        }
      >
        <RulePeriods
          label={t('points:rules.details')}
          onEdit={setDialog}
          empty={{ title: t('points:rules.noDetails'), hint: t(`points:${kind}.noDetailsHint`) }}
          periods={periods}
        />
      </PageSection>
      <RulePeriodDialog
        {...form}
        kind={kind}
        open={dialog !== undefined}
        period={periods.find(({ key }) => key === dialog)}
        onClose={() => setDialog(undefined)}
      />
    </Stack>
  )
}
