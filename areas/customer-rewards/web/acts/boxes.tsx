import { Button, Input, Select } from 'antd'
import { ScanLineIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Identifier } from '../../contract.ts'
import { guessIdentifierType } from './identifier.ts'
import type { CustomerIdentifier } from './useRewardAct.ts'

const inputProps = { size: 'large', autoFocus: true, autoComplete: 'off', spellCheck: false } as const

/** The input for a scanned or typed reward code. */
export function RewardCodeInput({ onSubmit, initial }: { onSubmit: (code: string) => void; initial: string }) {
  const t = useT()
  const [typed, setTyped] = useState(initial)
  const empty = typed.trim() === ''
  return (
    <Row tight data-scan>
      <Input
        {...inputProps}
        id="reward-code"
        prefix={<ScanLineIcon aria-hidden />}
        aria-label={t('customer-rewards:step.reward')}
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => !empty && onSubmit(typed)}
      />
      <Button size="large" disabled={empty} onClick={() => onSubmit(typed)}>
        {t('customer-rewards:goOn')}
      </Button>
    </Row>
  )
}

type IdentifierBoxProps = {
  onSubmit: (identifier: CustomerIdentifier) => void
  loading: boolean
  initial: CustomerIdentifier | undefined
}

/** The input for an identifier of the customer. The kind of identifier follows from the text until the user picks a kind. */
export function CustomerIdentifierInput({ onSubmit, loading, initial }: IdentifierBoxProps) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const [typed, setTyped] = useState(initial?.Identifier ?? '')
  const [pickedKind, setPickedKind] = useState<Identifier | undefined>(initial?.IdentifierType)
  const kind = pickedKind ?? guessIdentifierType(typed)
  const empty = typed.trim() === ''
  const submit = () => !empty && onSubmit({ IdentifierType: kind, Identifier: typed.trim() })
  return (
    <Row data-scan>
      <Select
        size="large"
        aria-label={t('customer-rewards:step.kind')}
        value={kind}
        popupMatchSelectWidth={false}
        options={Identifier.options.map((value) => ({ value, label: labels.value('IdentifierType', value) }))}
        onChange={(value) => setPickedKind(value)}
      />
      <Input
        {...inputProps}
        id="reward-member"
        className="carat-grow"
        prefix={<ScanLineIcon aria-hidden />}
        aria-label={labels.value('IdentifierType', kind)}
        maxLength={254}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={submit}
      />
      <Button size="large" loading={loading} disabled={empty} onClick={submit}>
        {t('customer-rewards:goOn')}
      </Button>
    </Row>
  )
}
