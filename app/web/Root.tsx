import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { type Appearance, AppearanceProvider } from '#kit/web/theme.tsx'
import '#kit/web/tokens.css'
import '#kit/web/typeface.css'
import './main.css'

type Props = { appearance: Appearance; client: QueryClient; children: ReactNode }

/** Renders the providers that every page needs, both before and after sign-in. */
export function AppRoot({ appearance, client, children }: Props) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <AppearanceProvider start={appearance}>{children}</AppearanceProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
