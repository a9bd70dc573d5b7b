# Names a Python of 3.12 or newer in $python.
for python in python3 python3.14 python3.13 python3.12 "$HOME"/.pyenv/versions/3.1[2-9].*/bin/python3; do
  if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then break; fi
done
