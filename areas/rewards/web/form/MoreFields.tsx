import { Form, Switch, Typography } from 'antd'
import { getStockGroups } from '#areas/setup/contract.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Pictures } from './Pictures.tsx'
import { StockLines } from './StockLines.tsx'
import type { Extras, StockLine } from './saving.ts'

const stockGroups = async () => {
  const { rows } = await call(getStockGroups, {})
  return rows.map(({ Code, Name }) => ({ value: Code, label: Name, hint: Code }))
}

type Props = {
  start: Extras & { Pictures?: { MediaId: number; Url: string }[] }
  /** Asked only where stock begins to be counted: later it changes by movements. */
  stock: boolean
  /** Whether it is offered is asked with a new one only. */
  isNew?: boolean
}

/** What belongs to a reward and is saved by calls of its own: pictures, where it is valid, and what lies where. */
export function MoreFields({ start, stock, isNew = false }: Props) {
  const t = useT()
  const several = { mode: 'multiple', area: 'rewards', allowClear: true } as const
  return (
    <div className="carat-fields carat-fields-two">
      <Heading of="pictures" />
      <Form.Item name="Pictures" initialValue={start.Pictures ?? []} style={{ gridColumn: '1 / -1' }}>
        <Pictures />
      </Form.Item>
      <Heading of="where" />
      <Form.Item name="Outlets" initialValue={start.Outlets ?? []} label={t('rewards:fields.Outlets')}>
        <ChoiceSelect {...several} field="Outlets" choices="outlet" placeholder={t('rewards:allOutlets')} />
      </Form.Item>
      <Form.Item name="StockGroups" initialValue={start.StockGroups ?? []} label={t('rewards:fields.StockGroups')}>
        <ChoiceSelect {...several} field="StockGroups" choices={stockGroups} placeholder={t('rewards:allGoods')} />
      </Form.Item>
      {stock && (
        <>
          <Heading of="stock" />
          <Form.Item
            name="Stock"
            initialValue={start.Stock ?? []}
            style={{ gridColumn: '1 / -1' }}
            rules={[{ validator: async (_, lines: StockLine[] = []) => refuseLines(lines, t) }]}
          >
            <StockLines />
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

/** A line without a place, or a second one of the same, is said before anything is sent. */
function refuseLines(lines: readonly StockLine[], t: ReturnType<typeof useT>) {
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
