interface Size {
  width: number
  height: number
}

/** The time after which the file is sent unmeasured. The server also measures it. */
const longestMs = 5000

/** Returns the size of a video's picture, or null if the browser can't read it, as with some codecs. */
export async function measureVideo(file: File): Promise<Size | null> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, longestMs)
    const finish = () => {
      clearTimeout(limit)
      resolve()
    }
    video.addEventListener('loadedmetadata', finish, { once: true })
    video.addEventListener('error', finish, { once: true })
    video.preload = 'metadata'
    video.muted = true
    video.src = address
  })
  const { videoWidth: width, videoHeight: height } = video
  video.removeAttribute('src')
  video.load()
  URL.revokeObjectURL(address)
  return width > 0 && height > 0 ? { width, height } : null
}
