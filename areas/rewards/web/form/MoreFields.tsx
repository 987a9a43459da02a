import { Form, Switch, Typography } from 'antd'
import { getStockGroups } from '#areas/setup/contract.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { RewardPicturesField } from './Pictures.tsx'
import { OpeningStockField } from './StockLines.tsx'
import type { SeparatelySavedValues, StockLine } from './saving.ts'

const stockGroups = async () => {
  const { rows } = await call(getStockGroups, {})
  return rows.map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}

type Props = {
  initial: SeparatelySavedValues & { Pictures?: { MediaId: number; Url: string }[] }
  /** True if the form shows the opening stock, as it does for new rewards only. */
  stock: boolean
  /** True if the form shows the option to activate the new reward when it is saved. */
  isNew?: boolean
}

/** Fields that are saved by separate requests: pictures, outlets, stock groups and opening stock. */
export function SeparatelySavedRewardFields({ initial, stock, isNew = false }: Props) {
  const t = useT()
  const multiSelect = { mode: 'multiple', area: 'rewards', allowClear: true } as const
  return (
    <div className="carat-fields carat-fields-two">
      <Heading of="pictures" />
      <Form.Item name="Pictures" initialValue={initial.Pictures ?? []} style={{ gridColumn: '1 / -1' }}>
        <RewardPicturesField />
      </Form.Item>
      <Heading of="where" />
      <Form.Item name="Outlets" initialValue={initial.Outlets ?? []} label={t('rewards:fields.Outlets')}>
        <ChoiceSelect {...multiSelect} field="Outlets" choices="outlet" placeholder={t('rewards:allOutlets')} />
      </Form.Item>
      <Form.Item name="StockGroups" initialValue={initial.StockGroups ?? []} label={t('rewards:fields.StockGroups')}>
        <ChoiceSelect {...multiSelect} field="StockGroups" choices={stockGroups} placeholder={t('rewards:allGoods')} />
      </Form.Item>
      {stock && (
        <>
          <Heading of="stock" />
          <Form.Item
            name="Stock"
            initialValue={initial.Stock ?? []}
            style={{ gridColumn: '1 / -1' }}
            rules={[{ validator: async (_, lines: StockLine[] = []) => assertUniquePlaces(lines, t) }]}
          >
            <OpeningStockField />
          </Form.Item>
        </>
      )}
      {isNew && (
        <Form.Item
          name="Activate"
          valuePropName="checked"
          layout="horizontal"
          colon={false}
          className="carat-switch-item"
          label={t('rewards:fields.Activate')}
          extra={t('rewards:help.Activate')}
          style={{ gridColumn: '1 / -1' }}
        >
          <Switch />
        </Form.Item>
      )}
    </div>
  )
}

/** Throws if a line of the opening stock has no location or if two lines have the same location. */
function assertUniquePlaces(lines: readonly StockLine[], t: ReturnType<typeof useT>) {
  const places = lines.map(({ OutletCode }) => OutletCode)
  if (places.some((place) => !place)) throw new Error(t('rewards:stock.choosePlace'))
  if (new Set(places).size < places.length) throw new Error(t('rewards:stock.twice'))
}

function Heading({ of }: { of: 'pictures' | 'where' | 'stock' }) {
  const t = useT()
  return (
    <div className="carat-form-heading">
      <Typography.Title level={3}>{t(`rewards:form.${of}`)}</Typography.Title>
      <Typography.Paragraph type="secondary">{t(`rewards:form.${of}Hint`)}</Typography.Paragraph>
    </div>
  )
}
