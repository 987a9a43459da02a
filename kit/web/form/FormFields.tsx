import { Form, Typography } from 'antd'
import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useT } from '../i18n.ts'
import { type TextNamespace, useLabels } from '../labels.ts'
import { FieldControl } from './FieldControl.tsx'
import {
  type FieldSchemas,
  type FieldSpec,
  type FormField,
  type FormFieldValues,
  type FormHeading,
  isHeading,
  toFieldSpec,
} from './fields.ts'
import { translateValidationIssue } from './issues.ts'
import { fieldProperties, fieldPropertiesForEdit, validateField } from './schema.ts'

type Props<E extends Endpoint> = {
  area: TextNamespace
  fields: readonly FormField<E>[]
  shape: FieldSchemas
  values: FormFieldValues
  /** The record that the form edits. */
  record: FormFieldValues
  disabled: boolean
  columns: 1 | 2
}

/** Shows the fields in their order, in one or two columns. */
export function FormFields<E extends Endpoint>({ area, fields, shape, values, record, disabled, columns }: Props<E>) {
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
            before={record[spec.name]}
          />
        )
      })}
    </div>
  )
}

function FieldsHeading({ section, hint }: FormHeading) {
  const t = useT()
  return (
    <div className="carat-form-heading">
      <Typography.Title level={3}>{t(section)}</Typography.Title>
      {hint && <Typography.Paragraph type="secondary">{t(hint)}</Typography.Paragraph>}
    </div>
  )
}

/** Explains the asterisk that marks required fields. */
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

type ItemProps = {
  spec: FieldSpec<string>
  schema: z.ZodType
  area: TextNamespace
  disabled: boolean
  /** The current value of the field in the record. */
  before: unknown
}

/** One field with its label, validation and help, all derived from the contract. */
function FieldItem({ spec, schema, area, disabled, before }: ItemProps) {
  const t = useT()
  const labels = useLabels(area)
  const facts = fieldPropertiesForEdit(fieldProperties(schema), before)
  const kind = spec.kind ?? facts.kind
  // A field is validated on the first blur and then on every change, so that no error appears during the first input.
  const [validated, setValidated] = useState(false)
  const rule = {
    required: facts.required,
    validator: async (_: unknown, value: unknown) => {
      setValidated(true)
      const issue = validateField(schema, value, facts.required)
      if (issue) throw new Error(translateValidationIssue(issue, area))
    },
  }
  const hint = spec.locked ? (
    <span>
      <LockIcon aria-hidden /> {spec.locked}
    </span>
  ) : (
    spec.help && t(spec.help)
  )

  return (
    <Form.Item
      name={spec.name}
      label={spec.title ?? labels.field(spec.name, spec.label)}
      rules={[rule]}
      // Only shows the mark of required fields, because another rule validates with our own messages.
      required={facts.required && kind !== 'switch'}
      validateTrigger={validated ? ['onBlur', 'onChange'] : 'onBlur'}
      validateFirst
      // Puts a switch beside its label.
      {...(kind === 'switch' && { layout: 'horizontal' as const, colon: false, className: 'carat-switch-item' })}
      {...(hint && { extra: hint })}
      style={spec.wide || kind === 'multiline' ? { gridColumn: '1 / -1' } : undefined}
    >
      <FieldControl spec={spec} facts={facts} area={area} disabled={disabled} />
    </Form.Item>
  )
}
