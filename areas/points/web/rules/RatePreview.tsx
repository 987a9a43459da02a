import { Alert } from 'antd'
import { listSeparator } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { previewPointRate } from '../../contract.ts'

/** Lists the brands that will get a rate from a new rate for "All", and the brands that already have a rate. */
export function RatePreview({ values }: { values: Record<string, unknown> }) {
  const t = useT()
  const { Brand, ObjectType = 'All', ObjectValue } = values
  const parsed = previewPointRate.body.safeParse({ Brand, ObjectType, ...(ObjectType !== 'All' && { ObjectValue }) })
  const ready = parsed.success && (ObjectType === 'All' || Boolean(ObjectValue))
  const { data } = useRead(previewPointRate, (parsed.data ?? {}) as never, { enabled: ready })
  if (!ready || !data) return null
  const name = (brand: string) => (brand === 'All' ? t('points:rate.template') : brand)
  if (data.Created.length === 0)
    return <Alert type="error" showIcon title={t('points:rate.stands')} style={{ marginBlock: 12 }} />
  if (Brand !== 'All') return null
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBlock: 12 }}
      title={t('points:rate.created', { count: data.Created.length })}
      description={
        <>
          <Row as="ul" gap="l">
            {data.Created.map((brand) => (
              <li key={brand}>{name(brand)}</li>
            ))}
          </Row>
          {data.Kept.length > 0 && (
            <p>{t('points:rate.unchanged', { brands: data.Kept.map(name).join(listSeparator()) })}</p>
          )}
          <p>{t('points:rate.later')}</p>
        </>
      }
    />
  )
}
