import { useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import type { addPasscode } from '../contract.ts'
import { MadePasscode } from './MadePasscode.tsx'
import { NewPasscode } from './NewPasscode.tsx'
import { PasscodeList } from './PasscodeList.tsx'

/** Staff make a passcode and show it to the customer, or print it; below are those that were made. */
export function GeneratorPage() {
  const [made, setMade] = useState<Reply<typeof addPasscode>>()
  return (
    <Stack>
      <Columns least={320}>
        <NewPasscode onMade={setMade} />
        {made && <MadePasscode key={made.PasscodeId} passcode={made} />}
      </Columns>
      <PasscodeList />
    </Stack>
  )
}
