import { Button } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import type { CardCategory } from '#areas/tiers/contract/card-categories.ts'
import {
  addCardLevel,
  type CardLevel,
  deleteCardLevel,
  CardLevel as Level,
  listCardLevels,
  restoreCardLevel,
  updateCardLevel,
} from '#areas/tiers/contract/card-levels.ts'
import { call } from '#kit/web/call.ts'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { businessDate, formatDate, getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { useHistoryRowAction } from '#kit/web/RecordHistory.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'

const columns: Column<CardLevel>[] = [
  { field: 'EffectiveFrom', title: 'memberships:fields.Period', render: (level) => <LevelPeriod level={level} /> },
  'FirstSalesAmount',
  'AccumulateAmount',
  'MaintainAmount',
  { field: 'PointMultiplier', as: 'text' },
  'Status',
]

const LevelPeriod = ({ level }: { level: CardLevel }) => (
  <span className="carat-figure">
    {formatDate(level.EffectiveFrom)} – {formatDate(level.EffectiveTo) || '…'}
  </span>
)

const money = ['FirstSalesAmount', 'AccumulateAmount', 'MaintainAmount'] as const

const fields = () => [
  { section: 'memberships:cardLevel.conditions' as const },
  ...money.map((name) => ({ name, prefix: getCurrency(), help: `memberships:cardLevel.${name}` as const })),
  'DowngradeMode' as const,
  'CycleMonths' as const,
  { name: 'GraceDays' as const, help: 'memberships:cardLevel.GraceDays' as const },
  { section: 'memberships:cardLevel.benefits' as const },
  { name: 'PointMultiplier' as const, suffix: '×' },
  { name: 'BirthdayMultiplier' as const, suffix: '×' },
  { name: 'PointValidityMonths' as const, help: 'memberships:cardLevel.PointValidityMonths' as const },
  { section: 'memberships:fields.Period' as const },
  'EffectiveFrom' as const,
  { name: 'EffectiveTo' as const, help: 'memberships:cardLevel.EffectiveTo' as const },
  'Status' as const,
]

/** Lists the levels of a card category: entry, maintenance and point multiplier. One level applies at a time. */
export function CardLevels({ category }: { category: CardCategory }) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<CardLevel>()
  const remove = useCall(deleteCardLevel, {
    headline: () => t('memberships:cardLevel.deletedOf', { name: category.Name }),
    done: 'memberships:cardLevel.deleted',
    failed: 'memberships:cardLevel.deleteFailed',
    undo: ({ CardLevelId }) => call(restoreCardLevel, { CardLevelId }),
  })
  const history = useHistoryRowAction('memberships', 'CardLevel')
  const form = {
    area: 'memberships' as const,
    columns: 2 as const,
    fields: fields(),
    headline: () => t('memberships:cardLevel.savedOf', { name: category.Name }),
    done: 'memberships:cardLevel.saved' as const,
  }
  const add = (
    <Button type="primary" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
      {t('memberships:cardLevel.add')}
    </Button>
  )
  return (
    <PageSection title={t('memberships:cardLevel.title')} hint={t('memberships:cardLevel.hint')} extra={add}>
      <ResourceTable
        area="memberships"
        list={listCardLevels}
        label={t('memberships:cardLevel.title')}
        rowKey="CardLevelId"
        columns={columns}
        input={{ Search: { CardCategoryId: category.CardCategoryId } }}
        rowName={(level) => formatDate(level.EffectiveFrom)}
        expand={(level) => (
          <RecordFacts
            area="memberships"
            of={Level}
            record={level}
            fields={[
              { field: 'BirthdayMultiplier', as: 'text' },
              'PointValidityMonths',
              'CycleMonths',
              'GraceDays',
              'DowngradeMode',
            ]}
          />
        )}
        actions={(level) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(level) },
          history.of(level.CardLevelId, `${category.Name}, ${formatDate(level.EffectiveFrom)}`),
          {
            label: t('kit:verbs.delete'),
            danger: true,
            confirm: t('memberships:cardLevel.deleteQuestion', {
              name: category.Name,
              date: formatDate(level.EffectiveFrom),
            }),
            run: () => remove.mutateAsync({ CardLevelId: level.CardLevelId }),
          },
        ]}
        empty={{ title: t('memberships:cardLevel.empty'), hint: t('memberships:cardLevel.emptyHint') }}
      />
      {history.node}
      <FormDialog
        {...form}
        title={t('memberships:cardLevel.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addCardLevel}
        initial={{ EffectiveFrom: businessDate() }}
        fixed={{ CardCategoryId: category.CardCategoryId }}
        failed="memberships:cardLevel.createFailed"
      />
      <FormDialog
        {...form}
        title={t('memberships:cardLevel.edit')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateCardLevel}
        initial={edited}
        failed="memberships:cardLevel.updateFailed"
      />
    </PageSection>
  )
}
