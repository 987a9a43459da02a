import { Checkbox } from 'antd'
import { type ReactNode, useId } from 'react'
import { Stack } from '#kit/web/Layout.tsx'

/** A control with its label above it. */
export function LabelledControl({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <Stack gap="xs">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </Stack>
  )
}

export const LabelledCheckbox = ({
  label,
  on,
  onChange,
}: {
  label: string
  on: boolean
  onChange: (on: boolean) => void
}) => (
  <Checkbox checked={on} onChange={({ target }) => onChange(target.checked)}>
    {label}
  </Checkbox>
)
