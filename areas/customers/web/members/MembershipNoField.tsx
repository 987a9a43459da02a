import type { ControlProps } from '#kit/web/form/fields.ts'
import { TextControl } from '#kit/web/form/TextControl.tsx'
import { useSession } from '#kit/web/session.ts'
import { useService } from '#kit/web/slots.ts'
import { memberSearchService } from '../slots.ts'
import { MemberField } from './MemberField.tsx'

type Props = ControlProps & { known: { MembershipNo: string; FullName: string } | undefined }

/** A membership number as a form control. Users who may not search members type the whole number. */
export function MembershipNoField({ value, onChange, known, ...rest }: Props) {
  const { has } = useSession()
  const { role } = useService(memberSearchService)
  if (has(role)) return <MemberField {...rest} value={value} {...(onChange && { onChange })} known={known} />
  return (
    <TextControl
      {...rest}
      uppercase
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={(typed) => onChange?.(typed)}
    />
  )
}
