import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listProductGroups } from '#areas/setup/contract/product-groups.ts'
import { getListItems, type ListName } from '#areas/setup/contract.ts'
import { call } from '#kit/web/call.ts'
import { businessDate } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { RecordForm } from '#kit/web/RecordForm.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { addPointRate, dimensionsByRateType, type RateDimension } from '../../contract.ts'
import { ratePath, ratesPath } from '../../paths.ts'
import { createFirstPeriodFields } from './FirstPeriod.tsx'
import { RatePreview } from './RatePreview.tsx'
import { RuleScopeSelect } from './RecordSelect.tsx'
import { fetchCardCategoryOptions } from './structure-fields.tsx'

const itemsOf = async (ListName: ListName) => {
  const { rows } = await call(getListItems, { ListName, LanguageCode: currentLanguage() })
  return rows.map(({ Value, Label }) => ({ value: Value, label: Label }))
}

const productGroups = async () => {
  const { rows } = await call(listProductGroups, { Rows: 1000, Search: { Status: 'Active' } })
  return rows.map(({ ProductCode, ProductName }) => ({ value: ProductCode, label: ProductName }))
}

const records = { 'product groups': productGroups, 'card categories': fetchCardCategoryOptions }

const isDimension = (value: unknown): value is RateDimension => `${value}` in dimensionsByRateType

const entriesOf = (dimension: RateDimension, labels: ReturnType<typeof useLabels>) => {
  const values = dimensionsByRateType[dimension]
  if ('values' in values)
    return async () => values.values.map((value) => ({ value, label: labels.value(dimension, value) }))
  return 'list' in values ? () => itemsOf(values.list) : records[values.of]
}

/** Page to add a rate; for the brand "All" the page lists the brands that will get a rate. */
export function AddRatePage() {
  const t = useT()
  const labels = useLabels('points')
  const navigate = useNavigate()
  const [values, setValues] = useState<Record<string, unknown>>({})
  const { ObjectType } = values
  const brands = async () => [{ value: 'All', label: t('points:rate.allBrands') }, ...(await itemsOf('Brand'))]
  return (
    <Stack width="form">
      <Card title={t('points:rate.new')}>
        <RecordForm
          area="points"
          call={addPointRate}
          columns={2}
          onValues={setValues}
          initial={{
            ObjectType: 'All',
            Details: [{ EffectiveFrom: businessDate(), Amount: '10.00', PointRate: '1.00' }],
          }}
          fields={[
            {
              name: 'Brand',
              control: (props) => <RuleScopeSelect {...props} of="brands" find={brands} />,
              help: 'points:rate.brandHelp',
            },
            { name: 'ObjectType', help: 'points:rate.objectHelp' },
            {
              name: 'ObjectValue',
              show: ({ ObjectType }) => isDimension(ObjectType),
              control: (props) =>
                isDimension(ObjectType) && (
                  <RuleScopeSelect {...props} of={ObjectType} find={entriesOf(ObjectType, labels)} key={ObjectType} />
                ),
            },
            ...createFirstPeriodFields('rate'),
          ]}
          done="points:rate.saved"
          failed="points:rate.failed"
          onDone={({ RateId }) => navigate(ratePath({ RateId }))}
          onCancel={() => void navigate(ratesPath())}
        >
          <RatePreview values={values} />
        </RecordForm>
      </Card>
    </Stack>
  )
}
