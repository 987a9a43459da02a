import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { NRIC_ID_TYPE, parseNric } from '../../contract/nric.ts'
import { DuplicateFieldNote, type PossibleDuplicate } from './duplicates.tsx'

/** The field for the identity number. A Malaysian number fills in birth date and gender, which the user can correct. */
export function IdentityField({ found, ...props }: ControlProps & { found: readonly PossibleDuplicate[] }) {
  const t = useT()
  const form = Form.useFormInstance()
  const type: unknown = Form.useWatch('IdType', form)
  const typed = typeof props.value === 'string' ? props.value : ''
  const read = type === NRIC_ID_TYPE && typed !== '' ? parseNric(typed, businessDate()) : undefined
  const { DateOfBirth, Gender } = read ?? {}
  const isTaken = found.some(({ Reason }) => Reason === 'IdNo')
  const [notice, setNotice] = useState(false)
  const [complete, setComplete] = useState(typed !== '')
  const filled = useRef<Record<string, string>>({})

  useEffect(() => {
    const fill = (name: 'DateOfBirth' | 'Gender', value: string | null | undefined) => {
      const present: unknown = form.getFieldValue(name)
      // Only values that the number filled in are replaced; values that the user typed stay.
      if (!value || (present && present !== filled.current[name])) return
      filled.current[name] = value
      form.setFieldsValue({ [name]: value })
      setNotice(true)
    }
    fill('DateOfBirth', DateOfBirth)
    fill('Gender', Gender)
  }, [DateOfBirth, Gender, form])

  // The warning about the length is not shown while the user is still typing the identity number.
  const issues = read?.Warnings.filter((warning) => warning !== 'length' || typed.length >= 12 || complete) ?? []
  return (
    <>
      {/* The contract allows customers without an identity number, but the form requires one in the visible field. */}
      <Form.Item
        name="IdNo"
        noStyle
        validateTrigger={[]}
        rules={[
          {
            validator: async (_, value: unknown) => {
              if (!value) throw new Error(t('customers:refusals.identity_missing'))
              if (isTaken) throw new Error(t('customers:refusals.identity_taken'))
            },
          },
        ]}
      >
        <TextControl
          uppercase
          limit={40}
          autoComplete="off"
          dir="ltr"
          onFocus={() => setComplete(false)}
          onBlur={() => {
            setComplete(true)
            props.onBlur?.()
          }}
        />
      </Form.Item>
      <DuplicateFieldNote found={found} reason="IdNo" />
      <Muted as="div" role="status">
        {issues.map((warning) => (
          <div key={warning} className="carat-doubt">
            {t(`customers:nric.${warning}`)}
          </div>
        ))}
        {notice && DateOfBirth && t('customers:nric.filled')}
      </Muted>
    </>
  )
}
