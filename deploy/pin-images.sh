#!/bin/sh
# sh deploy/pin-images.sh: puts the current digest behind the tag of each image in Dockerfile and compose.yaml. Needs Docker with buildx.
# Run it again to take in updates; whoever builds or pulls later gets exactly those images.
set -eu
cd "$(dirname "$0")/.."
images=$(sed -n -E 's/^(FROM| *image:) +([^ @]+:[^ @]+).*$/\2/p' Dockerfile compose.yaml | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  for file in Dockerfile compose.yaml; do
    sed -E "s#^(FROM| *image:) +$image(@sha256:[0-9a-f]+)?( |\$)#\1 $image@$digest\3#" "$file" >"$file.pinned"
    cat "$file.pinned" >"$file"
    rm "$file.pinned"
  done
  echo "$image@$digest"
done
