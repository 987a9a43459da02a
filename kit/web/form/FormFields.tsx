import { Typography } from 'antd'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useT } from '../i18n.ts'
import type { TextNamespace } from '../labels.ts'
import { FieldItem } from './FieldItem.tsx'
import { type FormField, type Heading, isHeading, type Shape, toFieldSpec, type Values } from './fields.ts'

type Props<E extends Endpoint> = {
  area: TextNamespace
  fields: readonly FormField<E>[]
  shape: Shape
  values: Values
  /** The edited record. */
  given: Values
  disabled: boolean
  columns: 1 | 2
}

/** The fields in their order, in one or two columns. */
export function FormFields<E extends Endpoint>({ area, fields, shape, values, given, disabled, columns }: Props<E>) {
  return (
    <div className={`carat-fields${columns === 2 ? ' carat-fields-two' : ''}`}>
      {fields.map((field) => {
        if (isHeading(field)) return <FieldsHeading key={field.section} {...field} />
        const spec = toFieldSpec(field as never)
        const schema = spec.schema ?? shape[spec.name]
        if (!schema || (spec.show && !spec.show(values))) return null
        return (
          <FieldItem
            key={spec.name}
            spec={spec}
            schema={schema}
            area={area}
            disabled={disabled}
            before={given[spec.name]}
          />
        )
      })}
    </div>
  )
}

function FieldsHeading({ section, hint }: Heading) {
  const t = useT()
  return (
    <div className="carat-form-heading">
      <Typography.Title level={3}>{t(section)}</Typography.Title>
      {hint && <Typography.Paragraph type="secondary">{t(hint)}</Typography.Paragraph>}
    </div>
  )
}

/** Explains the asterisk of required fields. */
export function RequiredLegend() {
  const t = useT()
  return (
    <Typography.Paragraph type="secondary" className="carat-form-legend">
      <span className="carat-star" aria-hidden>
        *
      </span>{' '}
      {t('kit:form.required')}
    </Typography.Paragraph>
  )
}
