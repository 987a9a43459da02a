/** Configuration of Apple Wallet and Google Wallet; certificates and keys are in PEM format. */
export type WalletConfiguration = {
  apple: {
    passTypeId: string
    teamId: string
    certificate: string
    key: string
    passphrase: string | undefined
    wwdr: string
  } | null
  google: { issuerId: string; account: string; key: string } | null
}

declare module '#kit/server/ctx.ts' {
  interface Services {
    wallets?: WalletConfiguration
  }
}
