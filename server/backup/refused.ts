/** There is nothing to back up, or the place cannot take a backup as it is; the message says what to do, for the person at the terminal. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

export function occupied(where: string): string {
  return (
    `There is a shop in ${where} already. To keep it aside and put the backup in its place:\n` +
    'npm run restore -- FILE --replace'
  )
}
