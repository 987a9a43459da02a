import { Button, Input, Select } from 'antd'
import { ScanLineIcon } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Identifier } from '../../contract.ts'
import { kindOf } from './identifier.ts'
import type { Who } from './useRewardAct.ts'

const box = { size: 'large', autoFocus: true, autoComplete: 'off', spellCheck: false } as const

/** The code of a reward, scanned or typed. */
export function CodeBox({ onTake, known }: { onTake: (code: string) => void; known: string }) {
  const t = useT()
  const [typed, setTyped] = useState(known)
  const empty = typed.trim() === ''
  return (
    <Row tight data-scan>
      <Input
        {...box}
        id="reward-code"
        prefix={<ScanLineIcon aria-hidden />}
        aria-label={t('customer-rewards:step.reward')}
        maxLength={40}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => !empty && onTake(typed)}
      />
      <Button size="large" disabled={empty} onClick={() => onTake(typed)}>
        {t('customer-rewards:goOn')}
      </Button>
    </Row>
  )
}

type WhoProps = { onTake: (who: Who) => void; loading: boolean; known: Who | undefined }

/** One number or address of the customer; which of them it is follows from its shape until somebody says otherwise. */
export function WhoBox({ onTake, loading, known }: WhoProps) {
  const t = useT()
  const labels = useLabels('customer-rewards')
  const [typed, setTyped] = useState(known?.Identifier ?? '')
  const [chosen, setChosen] = useState<Identifier | undefined>(known?.IdentifierType)
  const kind = chosen ?? kindOf(typed)
  const empty = typed.trim() === ''
  const take = () => !empty && onTake({ IdentifierType: kind, Identifier: typed.trim() })
  return (
    <Row data-scan>
      <Select
        size="large"
        aria-label={t('customer-rewards:step.kind')}
        value={kind}
        popupMatchSelectWidth={false}
        options={Identifier.options.map((value) => ({ value, label: labels.value('IdentifierType', value) }))}
        onChange={(value) => setChosen(value)}
      />
      <Input
        {...box}
        id="reward-member"
        className="carat-grow"
        prefix={<ScanLineIcon aria-hidden />}
        aria-label={labels.value('IdentifierType', kind)}
        maxLength={254}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={take}
      />
      <Button size="large" loading={loading} disabled={empty} onClick={take}>
        {t('customer-rewards:goOn')}
      </Button>
    </Row>
  )
}
