import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './music.module.css'

/** A browser tells when a frame has loaded, but not when it never will. */
const PATIENCE = 8000

/**
 * The playlist's player, 450 px high and 700 at most wide (spec section 9). It comes from elsewhere and sets cookies
 * there, so nothing is asked of it before somebody presses for it; the link beside it needs no player.
 */
export function Playlist({ player, link, title }: { player: string; link: string; title: string }) {
  const [wanted, setWanted] = useState(false)
  const [isOffline, setOffline] = useState(false)
  return (
    <section className={styles.playlist} aria-labelledby="playlist">
      <div className={styles.player}>
        {wanted ? (
          <Player address={player} title={title} />
        ) : (
          <div className={styles.before}>
            <Record />
            <Button
              className={styles.play}
              onClick={() => {
                // A frame would show the browser's own page of failure, and tell that it has loaded.
                setOffline(!navigator.onLine)
                setWanted(navigator.onLine)
              }}
            >
              Play here
            </Button>
            {isOffline ? <p role="alert">You are offline. Press again once you are connected.</p> : null}
            <p>
              The player comes from Spotify. Pressing the button loads it from there, and it sets cookies of
              its own; until then nothing is sent.
            </p>
          </div>
        )}
      </div>
      <div className={styles.beside}>
        <h2 id="playlist">{title}</h2>
        <p>The same records that turn behind the bar. Listen along, wherever you pour.</p>
        <ButtonLink look="line" to={link} target="_blank" rel="noreferrer">
          Open the playlist on Spotify
        </ButtonLink>
      </div>
    </section>
  )
}

function Player({ address, title }: { address: string; title: string }) {
  const [state, setState] = useState<'waiting' | 'late' | 'there'>('waiting')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'late' : now)), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {state === 'waiting' ? (
        <div className={styles.waiting}>
          <Spinner what="Bringing the player" />
        </div>
      ) : null}
      {state === 'late' ? (
        <p role="status" className={styles.late}>
          The player takes long to come. The link to the playlist itself needs no player.
        </p>
      ) : null}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's already; protected audio needs more than a sandbox lets through */}
      <iframe
        className={styles.frame}
        title={`Playlist: ${title}`}
        src={address}
        height={450}
        allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => setState('there')}
      />
    </>
  )
}

function Record() {
  return (
    <svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true" focusable="false">
      <circle cx="60" cy="60" r="59.5" fill="#1c1a17" />
      {[50, 43, 36, 29].map((radius) => (
        <circle key={radius} cx="60" cy="60" r={radius} fill="none" stroke="#fbf8f2" strokeOpacity="0.25" />
      ))}
      <circle cx="60" cy="60" r="20" fill="#c8452f" />
      <circle cx="60" cy="60" r="2.5" fill="#fbf8f2" />
    </svg>
  )
}
