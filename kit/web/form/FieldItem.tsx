import { Form } from 'antd'
import { LockIcon } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { useT } from '../i18n.ts'
import { type TextNamespace, useLabels } from '../labels.ts'
import { FieldControl } from './FieldControl.tsx'
import type { FieldSpec } from './fields.ts'
import { issueText } from './issues.ts'
import { fieldProperties, fieldPropertiesForEdit, validate } from './schema.ts'

type Props = {
  spec: FieldSpec<string>
  schema: z.ZodType
  area: TextNamespace
  disabled: boolean
  /** The record's current value. */
  before: unknown
}

/** One field with its label, rule and help, all derived from the contract. */
export function FieldItem({ spec, schema, area, disabled, before }: Props) {
  const t = useT()
  const labels = useLabels(area)
  const facts = fieldPropertiesForEdit(fieldProperties(schema), before)
  const kind = spec.kind ?? facts.kind
  // Validates first on blur and then on every change, so that no error appears during the first input.
  const [validated, setValidated] = useState(false)
  const rule = {
    required: facts.required,
    validator: async (_: unknown, value: unknown) => {
      setValidated(true)
      const issue = validate(schema, value, facts.required)
      if (issue) throw new Error(issueText(issue, area))
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
      // Only shows the mark: the rule above does the validation, with our messages.
      required={facts.required && kind !== 'switch'}
      validateTrigger={validated ? ['onBlur', 'onChange'] : 'onBlur'}
      validateFirst
      // A switch goes beside its label.
      {...(kind === 'switch' && { layout: 'horizontal' as const, colon: false, className: 'carat-switch-item' })}
      {...(hint && { extra: hint })}
      style={spec.wide || kind === 'multiline' ? { gridColumn: '1 / -1' } : undefined}
    >
      <FieldControl spec={spec} facts={facts} area={area} disabled={disabled} />
    </Form.Item>
  )
}
