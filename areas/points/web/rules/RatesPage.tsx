import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { deleteRate, listPointRates, ObjectType, type Rate, restoreRate } from '../../contract.ts'
import { ratePath } from '../../paths.ts'
import { useRuleListProps } from './rule-rows.ts'
import { calculateRateExample } from './sentence.ts'
import { useRateNameFormatter } from './useRateName.ts'

/** Page that lists point rates by brand and narrower scope. */
export function RatesPage() {
  const t = useT()
  const remove = useCall(deleteRate, {
    done: 'points:rate.deleted',
    failed: 'points:rate.deleteFailed',
    undo: ({ RateId }) => call(restoreRate, { RateId }),
  })
  const rows = useRuleListProps<Rate>({
    kind: 'rate',
    label: 'points:screens.rates',
    pathOf: ({ RateId }) => ratePath({ RateId }),
    nameOf: useRateNameFormatter(),
    remove: ({ RateId }) => remove.mutateAsync({ RateId }),
  })
  const columns: Column<Rate>[] = [
    { field: 'Brand', render: (rate) => (rate.Brand === 'All' ? t('points:rate.template') : rate.Brand) },
    'ObjectType',
    'ObjectValue',
    {
      field: 'PointRate',
      title: 'kit:dates.today',
      render: (rate) => {
        const example = calculateRateExample(rate.Amount, rate.PointRate)
        return example ? t('points:rules.example', example) : t('points:rate.nothingToday')
      },
      file: { fields: ['Amount', 'PointRate'] },
    },
    'Status',
  ]
  return (
    <ResourceTable
      {...rows}
      list={listPointRates}
      rowKey="RateId"
      columns={columns}
      search={{ Brand: 'text', ObjectType: ObjectType.options, Status: ['Active', 'Inactive', 'Deleted'] }}
    />
  )
}
