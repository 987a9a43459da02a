import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
export const forge = createRequire(resolve('passkit-generator'))('node-forge')

/** A certificate with its key, self-signed or signed by an issuer created before. */
export function certificate(name: string, issuer?: { name: string; key: unknown }) {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const unsigned = forge.pki.createCertificate()
  unsigned.publicKey = keys.publicKey
  unsigned.serialNumber = '01'
  unsigned.validity.notBefore = new Date('2020-01-01')
  unsigned.validity.notAfter = new Date('2040-01-01')
  unsigned.setSubject([{ name: 'commonName', value: name }])
  unsigned.setIssuer([{ name: 'commonName', value: issuer?.name ?? name }])
  unsigned.sign(issuer?.key ?? keys.privateKey, forge.md.sha256.create())
  return {
    keys,
    pem: forge.pki.certificateToPem(unsigned) as string,
    key: forge.pki.privateKeyToPem(keys.privateKey) as string,
  }
}
