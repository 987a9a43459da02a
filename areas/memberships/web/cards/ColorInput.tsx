import { Button, Input } from 'antd'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'

/** The preset colours are those of metals and stones after which cards are usually named. */
const presets = ['#c9a227', '#8a8d91', '#b87333', '#5b6b7a', '#0f4c81', '#8b1e3f', '#1f7a5c', '#2b2b2b'] as const

const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** A colour as text, from the system's picker, or one of the presets. */
export function ColorInput({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const colour = typeof value === 'string' ? value : ''
  return (
    <Stack gap="s">
      <Input
        {...(id && { id })}
        value={colour}
        placeholder="#c9a227"
        maxLength={7}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange?.(target.value)}
        {...(onBlur && { onBlur })}
        prefix={
          <input
            type="color"
            aria-label={t('memberships:cardCategory.pick')}
            value={isColour(colour) ? colour.toLowerCase() : '#c9a227'}
            onChange={({ target }) => onChange?.(target.value)}
          />
        }
      />
      <Row as="fieldset" aria-label={t('memberships:cardCategory.usual')}>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="small"
            shape="circle"
            aria-label={preset}
            aria-pressed={colour.toLowerCase() === preset}
            style={{ background: preset, borderColor: 'var(--ant-color-border)' }}
            onClick={() => onChange?.(preset)}
          />
        ))}
      </Row>
    </Stack>
  )
}
